import { isRecord } from '../../setting/is-record.ts'
import { isUsageError, usageError } from '../../terminal/usage-error.ts'
import { callProgram } from '../pull/call-program.ts'
import { fetchPage } from './fetch-page.ts'

/**
 * Fetches the text of an issue: with `gh`, if it is found and the issue is on GitHub; otherwise the text of
 * the page. Throws a usage error if it cannot be fetched.
 */
export const fetchIssue = async (repo: string, address: string): Promise<string> => {
  if (!isOnGitHub(address)) return fetchPage(address)
  const read = await readWithGh(repo, address)
  if (read !== undefined) return read
  try {
    return await fetchPage(address)
  } catch (error) {
    if (!isUsageError(error)) throw error
    const more = 'gh is not installed; it reads issues with your login: https://cli.github.com'
    throw usageError(`${error.message} ${more}`, error.advice)
  }
}

/** Whether an address is that of an issue or a pull request on GitHub, or on the server that `gh` uses. */
const isOnGitHub = (address: string): boolean => {
  const [, host = ''] =
    /^https:\/\/([\w.-]+)\/[\w.-]+\/[\w.-]+\/(?:issues|pull)\/\d+\/?(?:#.*)?$/.exec(address) ?? []
  return host !== '' && [process.env['GH_HOST'], 'github.com'].includes(host)
}

/** Reads an issue and its comments with `gh`; undefined without `gh`. */
const readWithGh = async (repo: string, address: string): Promise<string | undefined> => {
  const env = { GH_PROMPT_DISABLED: '1' }
  const args = ['issue', 'view', address.replace(/#.*/, ''), '--json', 'title,body,comments']
  const { isMissing, ok, problem, stdout } = await callProgram('gh', args, { cwd: repo, env })
  if (isMissing) return undefined
  if (!ok) throw usageError(`gh issue view failed: ${problem}`, 'Save the text of the issue: --issue FILE.')
  const { title, body, comments } = readJson(stdout)
  if (typeof title !== 'string')
    throw usageError(
      'gh issue view printed no title of an issue.',
      'Save the text of the issue: --issue FILE.',
    )
  const parts = [`# ${title}`, ...(typeof body === 'string' ? [body] : [])]
  for (const comment of Array.isArray(comments) ? (comments as unknown[]) : []) {
    if (!isRecord(comment) || typeof comment['body'] !== 'string') continue
    const { author } = comment
    const login = isRecord(author) && typeof author['login'] === 'string' ? author['login'] : 'someone'
    parts.push(`Comment by ${login}:`, comment['body'])
  }
  return parts.join('\n\n')
}

const readJson = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
