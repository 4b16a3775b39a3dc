import type { RunEventOf } from '@amelia/core'
import { words } from '@amelia/core/view'
import { typedCommand } from '../../setting/typed-command.ts'
import type { RunPlace } from '../../stored/run-place.ts'
import { fitText } from '../../terminal/fit-text.ts'
import { printNote } from '../../terminal/print-note.ts'
import type { Terminal } from '../../terminal/terminal.ts'

/**
 * Notes which texts of a person no session received. Once the run is completed, they can be addressed by a
 * follow-up run.
 */
export const noteDropped = (
  terminal: Terminal,
  dropped: readonly RunEventOf<'phase_steered'>[],
  { runId, isOver, ...place }: RunPlace & { runId: string; isOver: boolean },
): void => {
  if (dropped.length === 0) return
  const label = terminal.paintError('note:', 'warn')
  for (const { phaseId, text, reason } of dropped)
    printNote(
      terminal,
      `${label} Your text for phase ${words.plainLabel(phaseId)} was not delivered: "${fitText(words.plainLabel(text), 60)}".${reason === undefined ? '' : ` ${words.plainLabel(reason)}`}\n`,
    )
  if (isOver)
    printNote(terminal, `To use it as feedback: ${typedCommand(['feedback', runId, '--dropped'], place)}\n`)
}
