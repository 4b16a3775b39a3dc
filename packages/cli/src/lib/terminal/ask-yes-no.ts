import type { Terminal } from './terminal.ts'
import { readKeys } from './read-keys.ts'

/**
 * Asks a question that `y` and `n` answer, and Enter with `byDefault`. Escape, Ctrl-C and Ctrl-D are no.
 * Keys typed before the question, or within 300 ms after, are dropped.
 */
export const askYesNo = async (
  terminal: Pick<Terminal, 'screen' | 'stdin'>,
  question: string,
  byDefault: 'yes' | 'no' = 'no',
): Promise<boolean> => {
  const { screen } = terminal
  const answers: Record<string, boolean> = { y: true, n: false, escape: false, enter: byDefault === 'yes' }
  screen.write(`${question} [${byDefault === 'yes' ? 'Y/n' : 'y/N'}] `)
  const isYes = (await readKeys(terminal).readKey((key) => answers[key])) ?? false
  screen.write(`${isYes ? 'yes' : 'no'}\n`)
  return isYes
}
