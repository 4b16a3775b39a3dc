import { createInterface } from 'node:readline/promises'
import type { Terminal } from '../terminal/terminal.ts'
import { quoteArgument } from '../setting/quote-argument.ts'

/**
 * Proposes the detected test command for a run without checks. Returns whether the person accepts it; Ctrl-C
 * declines.
 */
export const proposeTest = async (
  { screen, stdin, error }: Pick<Terminal, 'screen' | 'stdin' | 'error'>,
  command: readonly string[],
): Promise<boolean> => {
  error('No check is configured, so nothing would be verified.\n')
  const lines = createInterface({ input: stdin, output: screen })
  try {
    const shown = command.map(quoteArgument).join(' ')
    const answer = (await lines.question(`Run "${shown}" on every commit? [Y/n] `)).trim()
    return answer === '' || /^y(es)?$/i.test(answer)
  } catch {
    return false // Ctrl-C, Ctrl-D
  } finally {
    lines.close()
  }
}
