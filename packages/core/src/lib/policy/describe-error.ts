import { boundOutput } from '../text/bound-output.ts'
import { firstLine } from '../text/first-line.ts'
import { stripAnsi } from '../text/strip-ansi.ts'

/**
 * The text of anything that was thrown: its first line as the message, and the telling lines of a longer text
 * as output.
 *
 * Errors reach prompts and the journal, and an agent's program may throw one of any length. `redact` removes
 * secrets before anything is cut.
 */
export const describeError = (
  error: unknown,
  redact: (text: string) => string,
): { message: string; output?: string } => {
  const text = stripAnsi(redact(error instanceof Error ? error.message : String(error))).trim()
  const message = firstLine(text)
  return message === text ? { message } : { message, output: boundOutput(text) }
}
