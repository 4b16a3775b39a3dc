import type { Transcript } from '../../contract/driver.ts'
import { cutMiddle } from '../../text/cut-middle.ts'
import { redactSecrets } from '../../text/secret/match-secrets.ts'
import { redactValue } from '../../text/secret/redact-value.ts'

/** The share of the head in a transcript that is too long. Its end matters more. */
const headShare = 0.25

/**
 * Removes secrets from a transcript, and then shortens it to about `maxBytes` bytes.
 *
 * In JSON, every string is searched as it was written by the agent, without the escapes. Of JSON lines, only
 * whole lines are left out, and a line of JSON in their place names their number.
 */
export const redactTranscript = (
  { format, text }: Transcript,
  { secrets, maxBytes }: { secrets: readonly string[]; maxBytes: number },
): string => {
  if (format === 'jsonl') {
    const lines = text.split('\n').map((line) => redactJson(line, secrets))
    return cutMiddle(cutLines(lines, maxBytes), maxBytes, headShare)
  }
  return cutMiddle(
    format === 'json' ? redactJson(text, secrets) : redactSecrets(text, secrets),
    maxBytes,
    headShare,
  )
}

/** A text that is not JSON, such as a line that was never completed, is searched as it is. */
const redactJson = (text: string, secrets: readonly string[]): string => {
  if (text === '') return text
  try {
    const value: unknown = JSON.parse(text)
    const clean = redactValue(value, secrets)
    // Names of fields are searched in the text.
    return redactSecrets(clean === value ? text : JSON.stringify(clean), secrets)
  } catch {
    return redactSecrets(text, secrets)
  }
}

/** Leaves out whole lines in the middle. A line longer than its share ends the head or the tail. */
const cutLines = (lines: readonly string[], maxBytes: number): string => {
  const sizes = lines.map((line) => new TextEncoder().encode(line).length + 1)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (total <= maxBytes) return lines.join('\n')
  const room = maxBytes - 100
  let first = 0
  let taken = 0
  while (taken + sizes[first]! <= room * headShare) taken += sizes[first++]!
  let last = lines.length
  while (last > first && taken + sizes[last - 1]! <= room) taken += sizes[--last]!
  const omitted = { type: 'amelia_omitted', lines: last - first, bytes: total - taken }
  return [...lines.slice(0, first), JSON.stringify(omitted), ...lines.slice(last)].join('\n')
}
