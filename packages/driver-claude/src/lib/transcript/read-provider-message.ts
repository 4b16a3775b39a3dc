import { open } from 'node:fs/promises'
import { readRecord, readText } from '@amelia/agent-process'
import { readEntries } from './read-entries.ts'

/** The last part of a transcript is enough: the refusal was written just now. */
const longestTail = 65_536

/**
 * Reads the provider's own message of the refusal with this number, which the agent writes to its transcript
 * only. Undefined if it is not there, or not yet.
 */
export const readProviderMessage = async (path: string, attempt: number): Promise<string | undefined> => {
  const last = readEntries(await readTail(path)).findLast(({ uuid }) => typeof uuid === 'string')
  if (last?.subtype !== 'api_error' || last.retryAttempt !== attempt) return undefined
  // `429 Slow down`: the status is known.
  const text = readText(readRecord(last.error).formatted).replace(/^\d{3} /, '')
  return text === '' ? undefined : text
}

const readTail = async (path: string): Promise<string> => {
  const file = await open(path).catch(() => undefined)
  if (file === undefined) return ''
  try {
    const { size } = await file.stat()
    const length = Math.min(size, longestTail)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.toString('utf8', 0, bytesRead)
  } catch {
    return ''
  } finally {
    await file.close()
  }
}
