import type { TrustLevel } from '@amelia/core'

/** The settings of a run that a caller may choose at its start. */
export interface StartSettings {
  /** How much the run may do before it asks a person. */
  trust?: TrustLevel
  /** The name of the agent, one of those that the server offers. */
  agent?: string
  /** The agent's model. */
  model?: string
  /** The command that must pass on every commit. */
  test?: string
  /** How many phases may run at once. */
  concurrency?: number
  /** US dollars that the run may spend before it asks. */
  budgetUsd?: number
}

/** A file of the server's repository that contains a plan. */
export interface OfferedPlan {
  /** The path below the root of the repository, with `/`. */
  path: string
  /** The title, if the plan has one. */
  title?: string
  /** How many phases it has. */
  phases: number
  /** How many errors keep it from running. */
  errors: number
  /** How many warnings it has. */
  warnings: number
}

/** An agent that the server can start. */
export interface OfferedAgent {
  /** The value of the setting `agent`. */
  name: string
  /** Whether it is installed. */
  isInstalled: boolean
  /** Whether it is installed and logged in, so that it can work. */
  isReady: boolean
  /** Its login, in words. Absent without one. */
  login?: string
  /** How to make it ready. */
  hint?: string
}

/** The lowest and the highest amount. */
export interface AmountRange {
  /** The lowest. */
  least: number
  /** The highest. */
  most: number
}

/** The averages of a phase in earlier runs of the repository. */
export interface PhaseFigures {
  /** How many runs they are from. */
  runs: number
  /** Tokens of a phase. */
  tokens: AmountRange
  /** US dollars of a phase; null if those of a run are unknown. */
  usd: AmountRange | null
  /** Minutes of a phase. */
  minutes: AmountRange
}

/** The plans, agents and settings that a server offers for a start. */
export interface StartChoices {
  /** The plans of the repository, the likely ones first. */
  plans: readonly OfferedPlan[]
  /** The known agents. */
  agents: readonly OfferedAgent[]
  /** The settings that a run has unless the request for its start names others. */
  settings: StartSettings
  /** Settings to propose where {@link StartChoices.settings} has none. */
  suggested: StartSettings
  /** The names of settings that the server fixes: a request cannot change them. */
  fixed: readonly (keyof StartSettings)[]
  /** The amounts to expect of a phase with an agent. Absent without an earlier run. */
  earlier?: PhaseFigures
}
