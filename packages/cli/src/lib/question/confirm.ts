import { createInterface } from 'node:readline/promises'
import type { Terminal } from '../terminal/terminal.ts'

/** Asks a question outside a run. Anything but yes is no, also Ctrl-C and Ctrl-D. */
export const confirm = async (
  { stdin, screen }: Pick<Terminal, 'stdin' | 'screen'>,
  question: string,
): Promise<boolean> => {
  const lines = createInterface({ input: stdin, output: screen })
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim())
  } catch {
    return false
  } finally {
    lines.close()
  }
}
