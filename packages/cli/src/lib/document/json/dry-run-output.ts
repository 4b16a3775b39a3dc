import type { Batch, ChargedSession, PhaseView, Report, TrustLevel } from '@amelia/core'
import type { SharedFiles, PhaseRequirement } from '@amelia/core/view'
import type { DriverAccess, HostConfinement } from '@amelia/core/plugin'
import type { IssueOutput, PresetOutput } from './check-output.ts'

interface PlannedPhase {
  id: string
  title: string
  dependsOn: readonly string[]
  estimate: number | null
  /** The estimates of its steps. */
  minutes: number | null
  priority: number | null
  /** The number of its subtasks. */
  tasks: number
  status?: PhaseView['status']
}

interface AgentOutput {
  name: string
  /** The files, programs and hosts that it may use, where it states them. */
  access?: DriverAccess
}

interface FailoverOutput {
  name: string
  /** Agents of one provider share its rate limits, so they cannot stand in for each other. */
  provider: string
}

interface StackOutput {
  language: string | null
  framework: string | null
  tests: string | null
}

interface TotalsOutput {
  phases: number
  points: number | null
  tasks: number
  minutes: number | null
}

interface RangeOutput {
  least: number
  most: number
}

/** The completed phases that an estimate is made from. */
interface BasisOutput {
  /** The number of earlier runs. */
  runs: number
  /** The number of their completed phases. */
  phases: number
}

/** The lowest and highest cost to expect, from earlier runs. */
interface CostOutput extends BasisOutput {
  tokens: RangeOutput
  usd: RangeOutput | null
  /** Which part of the tokens each role used, the largest first: from 0 to 1. */
  roles: { role: ChargedSession['role']; share: number }[]
}

/** The lowest and highest time to expect in milliseconds, from earlier runs, without waits for people. */
interface TimeOutput extends BasisOutput {
  leastMs: number
  mostMs: number
}

interface PromptOutput {
  phaseId: string
  text: string
  /** About how many tokens the text has. */
  tokens: number
}

/** The place that a run would be pushed to. */
export interface PushOutput {
  /** The name or the address of the remote. Null if the repository has none, or if nothing decides it. */
  remote: string | null
  /** The address that git pushes to. */
  url: string | null
  /** The remotes of the repository. */
  remotes: readonly string[]
}

/** The output of `amelia run --dry-run --json`. */
export interface DryRunOutput {
  plan: string
  goal: string
  format: string
  commit: Report['publish'] | 'auto'
  target: string
  /** The place that the completed run is pushed to. Null without `--pr`. */
  push: PushOutput | null
  /** Whether commands, checks and agents are confined to their workspace. */
  confinement: HostConfinement | null
  preset: PresetOutput
  trust: TrustLevel
  /** Where the run would ask. */
  asks: string
  concurrency: number
  totalMinutes: number | null
  checks: Readonly<Record<string, readonly string[]>>
  review: string
  tdd: string | null
  /** The red and green results that phases must show. */
  requirements: readonly PhaseRequirement[]
  agents: AgentOutput[]
  /** Lists of agents that stand in for each other, in order of failover. */
  failover: readonly (readonly FailoverOutput[])[]
  /** The phases that need an agent, if none is named. */
  needsAgent: readonly string[]
  stack: StackOutput
  criticalPath: readonly string[]
  /** How many phases can run at the same time. */
  width?: number
  /** Independent phases that run one after the other. */
  sharedFiles?: SharedFiles[]
  setup: readonly string[]
  /** Every command of the plan, after the id of its step or phase. */
  commands: readonly string[]
  /** The limits of the run's cost, or why it has none. Null without an agent. */
  budget: string | null
  cost: CostOutput | null
  time: TimeOutput | null
  /** The prompt of the first session, without that of the agent itself. */
  firstPrompt: PromptOutput | null
  phases: PlannedPhase[]
  batches: Batch[]
  /** The command that runs the plan. */
  command: string
  totals: TotalsOutput
  issues: IssueOutput[]
  validation: 'passed'
}
