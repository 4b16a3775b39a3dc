import type { PhaseDetails, PhaseReport } from '@amelia/core'

/** The output of `amelia show RUN PHASE --json`. */
export interface ShowPhaseOutput extends PhaseReport, PhaseDetails {
  runId: string
}
