import type { TrustLevel } from '../policy/decide-checkpoint.ts'

/** What decides besides the plan. Part of the journal: a resumed run goes on with the same. */
export interface RunSettings {
  /** Phases that may be active at once. */
  concurrency: number
  /** After a phase has failed: start nothing new, or go on with what does not depend on it. */
  onFailure: 'halt' | 'continue'
  trust: TrustLevel
  /** What is dispatched at once. */
  units: 'phase' | 'subtask' | 'step'
  /** Attempts at a phase before it fails. */
  maxAttempts: number
  /** Whether somebody already agreed to the plan's commands. */
  planApproved: boolean
  /** Commands that decide, run by the engine on every commit. In this order. */
  checks: { name: string; argv: string[] }[]
  /** Whether the user's commit hooks have a say. */
  hooks: 'on' | 'off'
}
