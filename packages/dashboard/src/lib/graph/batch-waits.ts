import type { RunView } from '@amelia/core'
import { workingPhases } from './working-phases.ts'

/** Whether an open question is about some phases of a batch, and none of its phases is being worked on. */
export const batchWaits = (
  view: (Pick<RunView, 'phases'> & { report: Pick<RunView['report'], 'gates'> }) | undefined,
  batch: readonly string[],
): boolean => {
  if (!view?.report.gates.some(({ phaseIds }) => phaseIds.some((id) => batch.includes(id)))) return false
  return workingPhases(view, batch).length === 0
}
