import { createInterface } from 'node:readline/promises'
import type { Terminal } from '../terminal/terminal.ts'

/** Asks a question that Enter answers with yes. Ctrl-C and Ctrl-D decline. */
export const askYesNo = async (
  { screen, stdin }: Pick<Terminal, 'screen' | 'stdin'>,
  question: string,
): Promise<boolean> => {
  const lines = createInterface({ input: stdin, output: screen })
  try {
    const answer = (await lines.question(`${question} [Y/n] `)).trim()
    return answer === '' || /^y(es)?$/i.test(answer)
  } catch {
    return false // Ctrl-C, Ctrl-D
  } finally {
    lines.close()
  }
}
