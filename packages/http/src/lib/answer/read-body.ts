import { refused } from '../wire/refused.ts'

/**
 * Reads a body of JSON of at most so many bytes. Its type must be `application/json`, which a form of another
 * site cannot send.
 */
export const readBody = async (request: Request, maxBytes: number): Promise<unknown> => {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(?:;|$)/i.test(type))
    throw refused('media_type', 'Send JSON with the content type application/json.')
  const tooLarge = () => refused('too_large', `The body must have at most ${maxBytes} bytes.`)
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  const decoder = new TextDecoder()
  let length = 0
  let text = ''
  const reader = (request.body as ReadableStream<Uint8Array> | null)?.getReader()
  for (;;) {
    const value = (await reader?.read())?.value
    if (!reader || !value) break
    length += value.length
    if (length > maxBytes) {
      await reader.cancel().catch(() => {})
      throw tooLarge()
    }
    text += decoder.decode(value, { stream: true })
  }
  try {
    return JSON.parse(text + decoder.decode()) as unknown
  } catch {
    throw refused('body', 'The body is not valid JSON.')
  }
}
