import type { PhaseReport } from '@amelia/core'
import { words } from '@amelia/core/view'
import { findPhaseId } from '../setting/find-phase-id.ts'
import { usageError } from '../terminal/usage-error.ts'
import type { FoundRun } from './find-run.ts'
import { howToShow } from './next-steps.ts'
import type { RunPlace } from './run-place.ts'

/** Returns the report of the phase that a person names. Throws a usage error if the run has no such phase. */
export const findPhase = (
  { plan, report, runId }: Pick<FoundRun, 'plan' | 'report' | 'runId'>,
  name: string,
  place: RunPlace,
): PhaseReport => {
  const id = findPhaseId(name, plan)
  const phase = report.phases.find((each) => each.id === id)
  if (phase !== undefined) return phase
  const known = report.phases.slice(0, 10).map((each) => words.plainLabel(each.id))
  const more = report.phases.length > known.length ? ', …' : ''
  throw usageError(
    `Run ${runId} has no phase "${words.plainLabel(name)}". Its phases are ${known.join(', ')}${more}.`,
    `To see the run: ${howToShow(runId, place)}`,
  )
}
