import { invalidOption } from '../../../error/check/check-options.ts'
import type { PhaseReport, Report } from '../../../event/report.ts'

/** Finds a phase of a report by its id. Throws `OPTION_INVALID`. */
export const findReported = ({ runId, phases }: Report, phaseId: string): PhaseReport => {
  const phase = phases.find(({ id }) => id === phaseId)
  if (phase) return phase
  const known = phases.slice(0, 20).map(({ id }) => id)
  throw invalidOption(
    'phaseId',
    `Run ${runId} has no phase ${JSON.stringify(phaseId)}. Its phases: ${known.join(', ')}.`,
  )
}
