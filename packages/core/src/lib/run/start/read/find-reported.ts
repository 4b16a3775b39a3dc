import { invalidOption } from '../../../error/check/check-options.ts'
import { findPhaseId } from '../../../plan/source/find-phase-id.ts'
import type { PhaseReport, Report } from '../../../event/report.ts'

/** Finds a phase of a report by its id, in any spelling. Throws `OPTION_INVALID`. */
export const findReported = ({ runId, phases }: Report, phaseId: string): PhaseReport => {
  const wanted = findPhaseId(
    phases.map(({ id }) => id),
    phaseId,
  )
  const phase = phases.find(({ id }) => id === wanted)
  if (phase) return phase
  const known = phases.slice(0, 20).map(({ id }) => id)
  throw invalidOption(
    'phaseId',
    `Run ${runId} has no phase ${JSON.stringify(phaseId)}. Its phases: ${known.join(', ')}.`,
  )
}
