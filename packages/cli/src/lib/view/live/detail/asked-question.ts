import type { GateView, PhaseReport } from '@amelia/core'

/** A question, and the run that asks it. */
export interface AskedQuestion {
  readonly runId: string
  readonly gate: GateView
  readonly phases: readonly PhaseReport[]
}
