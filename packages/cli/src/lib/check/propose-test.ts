import type { Terminal } from '../terminal/terminal.ts'
import { quoteArgument } from '../setting/quote-argument.ts'
import { askYesNo } from '../terminal/ask-yes-no.ts'

/**
 * Proposes the detected test command for a run without checks. Returns whether the person accepts it; Ctrl-C
 * declines.
 */
export const proposeTest = async (
  terminal: Pick<Terminal, 'screen' | 'stdin' | 'error'>,
  command: readonly string[],
): Promise<boolean> => {
  terminal.error('No check is configured, so nothing would be verified.\n')
  return askYesNo(terminal, `Run "${command.map(quoteArgument).join(' ')}" on every commit?`, 'yes')
}
