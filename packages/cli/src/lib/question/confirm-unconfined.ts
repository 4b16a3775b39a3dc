import { readKeys } from '../terminal/read-keys.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { wrapText } from '../terminal/wrap-text.ts'

/** The answers by their keys: whether the run continues. */
const answers: Record<string, boolean> = { c: true, s: false, escape: false }

/** Asks whether a run continues without confinement; `reason` is why it has none. */
export const confirmUnconfined = async (
  terminal: Pick<Terminal, 'screen' | 'stdin' | 'columns'>,
  reason: string,
): Promise<boolean> => {
  const { screen, columns } = terminal
  screen.write(`${wrapText(reason, columns).join('\n')}\n`)
  screen.write('  c  continue without confinement\n  s  stop\n[c/s] ')
  const continues = (await readKeys(terminal).readKey((key) => answers[key])) ?? false
  screen.write(`${continues ? 'continue' : 'stop'}\n`)
  return continues
}
