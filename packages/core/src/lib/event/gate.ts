import type { BlockerType } from './blocker-type.ts'

/**
 * An answer that a gate may offer. `approve` runs what is asked about or takes it as it is; `accept` says that a person did a step by
 * hand; `fix` and `feedback` are for the run's agent.
 */
export type GateChoice =
  | 'approve'
  | 'reject'
  | 'feedback'
  | 'retry'
  | 'fix'
  | 'accept'
  | 'skip'
  | 'abort'
  | 'abort-revert'

/** A question to a person that holds part of the run, as plain data. */
export interface GateView {
  /** Stable: the same question has the same id after a resume. */
  id: string
  kind: 'plan' | 'checkpoint' | 'blocker'
  blocker?: BlockerType
  /** Phases that are blocked by the same cause while the gate is open join it. Without one the gate keeps its phases. */
  cause?: string
  /** The phases that it holds. Empty for the plan's gate, which holds the run. */
  phaseIds: string[]
  /** What is asked, in a sentence. */
  question: string
  /** What was done and observed, one fact a line. */
  details: string[]
  /** What one could do. Suggestions, not facts. */
  suggestions: string[]
  choices: GateChoice[]
}
