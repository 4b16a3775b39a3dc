import type { Host } from '@amelia/core'
import { words } from '@amelia/core/view'
import { readKeys } from '../terminal/read-keys.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { wrapText } from '../terminal/wrap-text.ts'

/**
 * Asks whether a run of the level `files` may go on where the machine cannot confine its processes.
 *
 * Returns undefined where there is nothing to ask, or nobody to answer: then the run is refused.
 */
export const confirmUnconfined = async (
  terminal: Pick<Terminal, 'screen' | 'stdin' | 'columns'>,
  { confinement }: Pick<Host, 'confinement'>,
  { attended }: { attended: boolean },
): Promise<boolean | undefined> => {
  if (!attended || confinement?.level !== 'files' || confinement.on) return undefined
  const { screen, columns } = terminal
  const text = `Processes cannot be confined on this machine: ${confinement.detail}. ${confinement.remedy ?? ''}`
  screen.write(`${wrapText(words.plainLabel(text), columns).join('\n')}\n`)
  const answer = await readKeys(terminal).readLine('Run without confinement? (y/N): ')
  return answer?.trim().toLowerCase().startsWith('y') ?? false
}
