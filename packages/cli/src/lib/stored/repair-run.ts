import { plainLabel, type RunStoreV1 } from '@amelia/core'
import { chooseRun } from './find-run.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { usageError } from '../terminal/usage-error.ts'

/** Takes what is whole of a damaged journal, and says what was lost and where the damaged file is. */
export const repairRun = async (
  terminal: Terminal,
  store: RunStoreV1,
  wanted: string | undefined,
): Promise<void> => {
  if (wanted === undefined)
    throw usageError('--repair is about one run.', 'Name it: amelia resume RUN --repair.')
  const { runId } = chooseRun(await store.list(), wanted)
  const repaired = await store.repair?.(runId)
  if (repaired === undefined || repaired.movedTo === null) return terminal.error('Nothing is damaged.\n')
  const { kept, lost, movedTo } = repaired
  const warning = terminal.paintError('warning:', 'warn')
  const records = `${kept} ${kept === 1 ? 'record is' : 'records are'} kept, ${lost} lost`
  terminal.error(
    `${warning} The journal of ${runId} was damaged: ${records}. The damaged file is ${plainLabel(movedTo)}.\n`,
  )
}
