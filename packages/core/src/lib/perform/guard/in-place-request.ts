import type { FrozenRun } from '../../machine/state/frozen-run.ts'
import type { InPlaceRequest } from '../../contract/open-workspace-request.ts'
import { refNames } from '../../machine/state/ref-names.ts'

/**
 * Returns the workspace options of a run in the user's checkout; none for other runs. Without an attempt they
 * are for the run itself.
 *
 * Discarded changes never go to the attempt's own reference, because the attempt may continue and move it.
 */
export const inPlaceRequest = (
  { settings, runId, head, target: { ref: target } }: FrozenRun,
  of?: { phaseId: string; attempt: number },
): { inPlace?: InPlaceRequest } => {
  if (!settings.inPlace) return {}
  const names = refNames(runId)
  const left = of ? names.left(of.phaseId, of.attempt) : names.own('left')
  return { inPlace: { branch: target, head, left } }
}
