import type { PlanLoss } from '@amelia/core/plugin'

/** The output of `amelia convert --json`: the text, or the file that was written. */
export interface ConvertOutput {
  /** The format of the given plan. */
  format: string
  to: string
  text?: string
  file?: string
  losses: readonly PlanLoss[]
}
