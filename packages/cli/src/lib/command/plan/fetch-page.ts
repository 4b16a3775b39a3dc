import { words, stripAnsi } from '@amelia/core/view'
import { usageError, type UsageError } from '../../terminal/usage-error.ts'
import { htmlToText } from './html-to-text.ts'

/** The limits of a fetched page. */
interface PageLimits {
  /** Milliseconds for the complete page, redirects included. Default: 20,000. */
  ms?: number
  /** Bytes of the page. Default: 2,000,000. */
  bytes?: number
}

const mostRedirects = 5

/**
 * Fetches the text of a page. Throws a usage error for an address that cannot be fetched, too many redirects,
 * a redirect from https to http, a page that is too large or too slow, and one without text.
 */
export const fetchPage = async (
  address: string,
  { ms = 20_000, bytes = 2_000_000 }: PageLimits = {},
): Promise<string> => {
  const signal = AbortSignal.timeout(ms)
  let url = readAddress(address)
  for (let redirects = 0; ; redirects += 1) {
    try {
      const response = await fetch(url, { redirect: 'manual', signal, headers: { accept } })
      const location = response.headers.get('location')
      if (response.status < 300 || response.status >= 400 || location === null)
        return await readPage(response, url, bytes)
      await response.body?.cancel()
      const next = readAddress(new URL(location, url).href)
      if (redirects === mostRedirects) throw refusal(url, `it has more than ${mostRedirects} redirects`)
      if (url.protocol === 'https:' && next.protocol === 'http:')
        throw refusal(url, `it redirects to ${shown(next)}, without encryption`)
      url = next
    } catch (error) {
      if (signal.aborted) throw refusal(url, `it took longer than ${ms / 1_000} s`)
      throw error instanceof TypeError ? refusal(url, reasonOf(error)) : error
    }
  }
}

const accept = 'text/html, text/plain, text/markdown, application/json;q=0.5'

const readAddress = (address: string): URL => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw usageError(`"${words.plainLabel(address)}" is not an http or https address.`, advice)
  if (url.username !== '' || url.password !== '')
    throw usageError(`The address of ${url.host} contains a name or a password.`, advice)
  return url
}

const readPage = async (response: Response, url: URL, mostBytes: number): Promise<string> => {
  if (!response.ok) {
    await response.body?.cancel()
    throw refusal(url, `the server answered with status ${response.status}`)
  }
  const type =
    /^[^;]*/
      .exec(response.headers.get('content-type') ?? 'text/plain')?.[0]
      .trim()
      .toLowerCase() ?? ''
  if (!/^text\/|^application\/(?:json|xhtml\+xml)$/.test(type)) {
    await response.body?.cancel()
    throw refusal(url, `its type is ${words.plainLabel(type)}, not a text`)
  }
  const decoder = new TextDecoder()
  let [text, size] = ['', 0]
  // A server may announce a size that it exceeds.
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).byteLength
    if (size > mostBytes) throw refusal(url, `it is larger than ${mostBytes} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return /html/.test(type) ? htmlToText(text) : text
}

/** An address for people, without its query, which may contain a secret. */
const shown = ({ origin, pathname }: URL): string => `${origin}${pathname}`

const advice = 'Save the text of the issue, and pass the file: --issue FILE.'

const refusal = (url: URL, why: string): UsageError =>
  usageError(`${shown(url)} cannot be used as an issue: ${why}.`, advice)

const reasonOf = ({ message, cause }: TypeError): string =>
  words.plainLabel(stripAnsi(cause instanceof Error && cause.message !== '' ? cause.message : message))
