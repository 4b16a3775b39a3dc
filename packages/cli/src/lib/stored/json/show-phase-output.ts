import type { PhaseReport } from '@amelia/core'
import type { PhaseDetails } from '../read-phase-details.ts'

/** The output of `amelia show RUN PHASE --json`. */
export interface ShowPhaseOutput extends PhaseReport, PhaseDetails {
  runId: string
}
