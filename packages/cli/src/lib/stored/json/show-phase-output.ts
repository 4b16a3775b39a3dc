import type { PhaseDetails, PhaseReport } from '@amelia/core'

/** The output of `amelia show PHASE --json`. */
export interface ShowPhaseOutput extends PhaseReport, PhaseDetails {
  runId: string
}
