import { unknownPhase } from '../../../report/wait/unknown-phase.ts'
import { findPhaseId } from '../../../plan/source/find-phase-id.ts'
import type { PhaseReport, Report } from '../../../event/report.ts'

/** Finds a phase of a report by its id, in any spelling. Throws `OPTION_INVALID`. */
export const findReported = ({ runId, phases }: Report, phaseId: string): PhaseReport => {
  const ids = phases.map(({ id }) => id)
  const wanted = findPhaseId(ids, phaseId)
  const phase = phases.find(({ id }) => id === wanted)
  if (phase) return phase
  throw unknownPhase(runId, phaseId, ids)
}
