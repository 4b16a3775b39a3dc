import { plural } from '../terminal/plural.ts'
import type { RunStoreV1 } from '@amelia/core'
import { words } from '@amelia/core/view'
import { chooseRun } from './find-run.ts'
import { printNote } from '../terminal/print-note.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { usageError } from '../terminal/usage-error.ts'

/**
 * Restores the intact records of a damaged journal, and reports the loss and the location of the damaged
 * file.
 */
export const repairRun = async (
  terminal: Terminal,
  store: RunStoreV1,
  wanted: string | undefined,
): Promise<void> => {
  if (wanted === undefined)
    throw usageError('--repair needs the id of a run.', 'Usage: amelia resume RUN --repair')
  const { runId } = chooseRun(await store.list(), wanted)
  const repaired = await store.repair?.(runId)
  if (repaired === undefined || repaired.movedTo === null)
    return printNote(terminal, 'The journal is not damaged.\n')
  const { kept, lost, movedTo } = repaired
  const warning = terminal.paintError('warning:', 'warn')
  const records = `kept ${plural(kept, 'record')}, lost ${lost}`
  printNote(
    terminal,
    `${warning} The journal of ${runId} was damaged: ${records}. The damaged file is now ${words.plainLabel(movedTo)}.\n`,
  )
}
