import type { GitLock } from '../../error/git-lock.ts'
import type { GateView, RevertScope } from '../../event/gate-view.ts'
import type { RepositoryChange } from '../../event/change/repository-change.ts'
import type { Graph } from '../../graph/graph.ts'
import { planBatches } from '../../graph/plan-batches.ts'
import { orderPhases } from '../../graph/graph-of.ts'
import type { Plan } from '../../plan/model/plan.ts'
import { cascadeSkips, type SkippedParts } from '../../policy/dispatch/cascade-skips.ts'
import type { PlantedDigests } from '../../policy/planted-digests.ts'
import { type PhaseEvidence, planEvidence } from '../../policy/evidence/plan-evidence.ts'
import { takesRed } from '../../policy/evidence/takes-red.ts'
import type { Debt } from './debt.ts'
import type { RepeatableEffect } from './effect.ts'
import { createEnding, type Ending } from './ending.ts'
import type { NotedStatement } from '../../event/noted-statement.ts'
import type { DisplacedHead } from './git-comparison.ts'
import type { Providers } from '../../policy/dispatch/choose-provider.ts'
import { createPhaseState, type PhaseState } from './phase-state.ts'
import { createRunBudget, type RunBudget } from './run-budget.ts'
import { createSchedule, type Schedule } from './schedule.ts'
import type { RunSettings } from './run-settings.ts'

/** A provider that accepts no sessions for a while. */
export interface Pause {
  /** Milliseconds since 1970. */
  until: number
  /** Pauses in a row, and their length in milliseconds. A session that ends normally starts a new row. */
  waits: number
  totalMs: number
}

/** The branch, or the checkout, in which people get the work. */
export interface RunTarget {
  /** Full name of the branch. Empty until the run has started. */
  ref: string
  /** The branch's value before the run; null if it did not exist. */
  readonly before: string | null
  /** The branch's value as the run left it; null while it does not exist. */
  commit: string | null
  /** Why the branch or the checkout does not contain the run's head. */
  note?: string
  /** Whether the files are in the user's checkout. */
  inCheckout?: boolean
  /** The phase for which commits of someone else on the target were last taken over. */
  adoptedBy?: string
  /** With one commit for the run: the target's commit below it. */
  under?: string | null
}

/** Putting the target back to its value before the run, which is the last thing that the run does. */
export interface Revert {
  stage?: 'wanted' | 'asked' | 'done'
  scope?: RevertScope
  /** The batch, if it is not the last one. */
  batch?: number
  to?: string | null
  /** Whether the target was put back. */
  done?: true
}

/** A person's answer at a checkpoint. `batch` counts from 0; `at` is in milliseconds since 1970. */
export interface Approval {
  batch: number
  phaseIds: string[]
  approved: boolean
  feedback?: string
  at: number
}

/** A person's text for the agent of a phase. `given`: it was offered to a session, which has not answered. */
export interface Guidance {
  readonly phaseId: string
  readonly text: string
  given: boolean
}

/** The whole state of a run. It is a fold over the journal: see `transition`. */
export interface RunState {
  readonly runId: string
  readonly settings: RunSettings
  status: 'created' | 'running' | 'waiting' | 'completed' | 'partial' | 'failed' | 'cancelled' | 'aborted'
  /** How the run ends, if it is being stopped. */
  stopping?: 'cancelled' | 'aborted'
  /** Why nothing new starts. */
  draining?: 'phase_failed' | 'requested'
  seq: number
  startedAt: number
  endedAt?: number

  /** The plan, and what is derived from it. An edited plan replaces these. */
  readonly plan: Plan
  readonly graph: Graph
  readonly phases: PhaseState[]
  /** Number of plans that the run has used: more than one if a person edited the plan. */
  plans: number
  /** The batch of each phase, and the members of each batch. A checkpoint asks about a batch. */
  readonly batchOf: Int32Array
  readonly batches: number[][]
  /**
   * Members of each batch that are not terminal, and those that are neither terminal nor at their checkpoint.
   */
  readonly batchLeft: Int32Array
  readonly batchOpen: Int32Array
  /** Batches that have started and not ended, and those whose last phase became terminal in this turn. */
  readonly startedBatches: Set<number>
  readonly closedBatches: Set<number>
  /** The answers of people at checkpoints, oldest first. */
  readonly approvals: Approval[]
  /** Phases that are not terminal. */
  open: number
  /** Whether the subtasks of the plan declare dependencies. */
  readonly explicit: boolean
  /** The evidence required of each phase. Empty if red is not taken: see `takesRed`. */
  readonly evidence: Map<string, PhaseEvidence>
  schedule: Schedule

  /** Ids of the steps and subtasks that a person skipped, and everything that is skipped with them. */
  readonly skippedByPerson: { steps: Set<string>; subtasks: Set<string> }
  skippedParts: SkippedParts
  /** Tests whose implementation is still to come, by phase. */
  readonly debts: Map<string, Debt>
  /** The fingerprints of what a person approved although the engine would not commit it. */
  readonly approvedFindings: Set<string>
  /** Changes of the user's repository; its configuration and hooks when a workspace last opened. */
  readonly repositoryChanges: ({ phaseId: string } & RepositoryChange)[]
  repository?: PlantedDigests

  /** Whether the run's head reference exists. */
  prepared: boolean
  base: string
  /** The commit with everything integrated, and the phases in the order of their integration. */
  head: string
  integrated: number[]
  /** The value of the run's head reference. It lags behind `head` once commits of a person are merged. */
  headRef: string
  readonly target: RunTarget
  /** The last statement of the run's chain. */
  statement?: NotedStatement
  revert: Revert
  readonly ending: Ending

  readonly gates: Map<string, GateView>
  /** Ids of the gates that were answered. */
  readonly answered: Set<string>
  /** Texts of people that no session has received yet, by id, oldest first; and the ids of all texts. */
  readonly guidance: Map<string, Guidance>
  readonly steered: Set<string>
  /**
   * Lock files of git, or a displaced head, that a person is asked about, by gate, and the effects to repeat
   * once the locks are gone or the head is restored. Nothing new starts until then.
   */
  readonly locks: Map<
    string,
    { locks: GitLock[]; effects: RepeatableEffect[]; approved: boolean; head?: DisplacedHead }
  >
  /** Number of questions asked about locks. */
  lockings: number
  readonly budget: RunBudget

  /** The provider of the run's agent, and the providers that accept no sessions for a while. */
  provider?: string
  /** All providers, if sessions have more than the one; those of phases that have their own. */
  providers?: Providers
  readonly providersOfPhases: Map<string, readonly string[]>
  readonly pauses: Map<string, Pause>
  /** Whether somebody can answer the process's questions: a terminal, a page, an editor, or `onGate`. */
  attended?: boolean
  /** Whether several machines share the run's repository. */
  shared?: true
  /** Whether an abandoned call may still write to the user's checkout. */
  checkoutInUse?: true
  /** Number of events of plugins in the journal. Absent: none. */
  ownEvents?: number
}

/** The first record of a run's journal. */
export interface RunStart {
  /** The run's id, part of its references. */
  runId: string
  /** The plan, with every default. */
  plan: Plan
  /** The settings, with every default. */
  settings: RunSettings
  /** The target's commit when the run was created; null when the run makes the branch. */
  targetCommit: string | null
}

/**
 * Creates the state before the first input. Throws `PLAN_INVALID` if the dependencies of the phases form a
 * cycle.
 */
export const createRunState = ({ runId, plan, settings, targetCommit }: RunStart): RunState => {
  const graph = orderPhases(plan)
  const batches = planBatches(graph, plan.phases)
  const batchOf = new Int32Array(plan.phases.length)
  const indices = batches.map((batch) => batch.phases.map((id) => graph.index.get(id) ?? 0))
  const { start } = graph.dependencies
  const phases = plan.phases.map((phase, index) => createPhaseState(phase, index, settings.phaseBudget))
  for (const phase of phases) phase.missing = start[phase.index + 1]! - start[phase.index]!
  // Absent from most runs.
  for (const [id, { session }] of Object.entries(settings.followUps ?? {}))
    if (session) phases[graph.index.get(id) ?? -1]?.sessions.set('phase', session)
  const skippedByPerson = { steps: new Set<string>(), subtasks: new Set<string>() }
  for (const [number, members] of indices.entries()) for (const member of members) batchOf[member] = number
  return {
    runId,
    settings,
    status: 'created',
    seq: 0,
    startedAt: 0,
    plan,
    graph,
    phases,
    plans: 1,
    batchOf,
    batches: indices,
    batchLeft: Int32Array.from(indices, (members) => members.length),
    batchOpen: Int32Array.from(indices, (members) => members.length),
    startedBatches: new Set(),
    closedBatches: new Set(),
    approvals: [],
    open: plan.phases.length,
    explicit: plan.phases.some(({ subtasks }) => subtasks.some(({ dependsOn }) => dependsOn.length > 0)),
    evidence: takesRed(settings) ? planEvidence(plan) : new Map<string, PhaseEvidence>(),
    schedule: createSchedule(graph),
    skippedByPerson,
    skippedParts: cascadeSkips(plan, skippedByPerson),
    debts: new Map(),
    approvedFindings: new Set(),
    repositoryChanges: [],
    prepared: false,
    base: '',
    head: '',
    integrated: [],
    headRef: '',
    target: { ref: '', before: targetCommit, commit: targetCommit },
    revert: {},
    ending: createEnding(),
    gates: new Map(),
    answered: new Set(),
    guidance: new Map(),
    steered: new Set(),
    locks: new Map(),
    lockings: 0,
    budget: createRunBudget(settings.budget),
    providersOfPhases: new Map(),
    pauses: new Map(),
  }
}
