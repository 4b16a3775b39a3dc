import type { RunStatus } from '../../event/run-status.ts'
import type { DisplacedHead } from './git-comparison.ts'
import type { Closing } from './closing.ts'
import type { Recording } from './recording.ts'
import type { RepositoryChange } from '../../event/repository-change.ts'
import type { Budget, Spend } from '../../event/budget.ts'
import type { GitLock } from '../../error/git-lock.ts'
import type { CheckResult } from '../../contract/check-result.ts'
import type { Graph } from '../../graph/graph.ts'
import { resolveGraph } from '../../graph/resolve-graph.ts'
import { planBatches } from '../../graph/plan-batches.ts'
import type { Plan } from '../../plan/plan-schema.ts'
import { type SkippedParts, cascadeSkips } from '../../policy/dispatch/cascade-skips.ts'
import { nothingSpent } from '../../policy/dispatch/budget.ts'
import type { Review } from '../../contract/review.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { type PhaseEvidence, planEvidence } from '../../policy/evidence/plan-evidence.ts'
import type { Debt } from './debt.ts'
import type { RepeatableEffect } from './effect.ts'
import type { GateView } from '../../event/gate.ts'
import type { RevertScope } from './input.ts'
import { createReadyQueue, type ReadyQueue } from './ready-queue.ts'
import type { RunSettings } from './settings.ts'
import { createPhaseState, type PhaseState } from './phase-state.ts'

/** A provider that takes no sessions for now. */
export interface Pause {
  /** Milliseconds since 1970. */
  until: number
  /** Pauses in a row: a session that comes to its end begins a new row. */
  waits: number
}

/** Everything that a run is. It is a fold over the journal: see `transition`. */
export interface RunState {
  readonly runId: string
  readonly plan: Plan
  /** Plans that the run has gone by: more than one when a person has edited it on the way. */
  plans: number
  readonly graph: Graph
  readonly settings: RunSettings
  readonly phases: PhaseState[]
  /** The batch of each phase: phases that a checkpoint groups. */
  readonly batchOf: Int32Array
  readonly batches: number[][]
  /** Members of each batch that are not terminal. */
  readonly batchLeft: Int32Array
  /** With `order: 'batches'`: the first batch that has not ended, and the phases of later ones that could start. */
  barrier: number
  readonly parked: Map<number, number[]>
  /** Members of each batch that are neither terminal nor at their checkpoint. */
  readonly batchOpen: Int32Array
  /** Batches with a phase at its checkpoint and no gate yet. */
  readonly gathered: Set<number>
  /** Phases about which the caller's own strategy is asked: they are at their checkpoint and not active. */
  readonly asking: Set<number>
  /** What steps and sessions changed in the user's repository. */
  readonly repositoryChanges: ({ phaseId: string } & RepositoryChange)[]
  ready: ReadyQueue
  /** Phases that wait for a slot to go on; they come before those that begin. */
  readonly resuming: number[]
  /** Phases that hold a slot. */
  readonly active: Set<number>
  /** Phases that could go on but for the time. */
  sleeping: number
  /** What red and green are asked of each phase; empty unless `tdd` is `full`. And tests without their implementation, by phase. */
  readonly evidence: ReadonlyMap<string, PhaseEvidence>
  readonly debts: Map<string, Debt>
  /** Providers that take no sessions for now, and the one that the run's agent belongs to. */
  readonly pauses: Map<string, Pause>
  provider?: string
  /** Ids of the steps and subtasks that a person skipped, and everything that is skipped with them. */
  readonly skippedByPerson: { steps: Set<string>; subtasks: Set<string> }
  skippedParts: SkippedParts
  /** Whether the plan says of subtasks what they depend on. */
  readonly explicit: boolean
  /** Phases that are ready for the run's head, first come first served; the first one is being integrated. */
  readonly integration: number[]
  readonly gates: Map<string, GateView>
  /**
   * Lock files of git's, or a displaced head, that a person is asked about, by gate, and the effects that are repeated once the locks are gone
   * or the head is restored. Nothing new starts until then.
   */
  readonly locks: Map<
    string,
    { locks: GitLock[]; effects: RepeatableEffect[]; approved: boolean; head?: DisplacedHead }
  >
  /** Questions that were asked about locks. */
  lockings: number
  /** Ids of the gates that were answered. */
  readonly answered: Set<string>
  status: 'created' | Exclude<RunStatus, 'draining'>
  /** How a run ends that is being stopped. */
  stopping?: 'cancelled' | 'aborted'
  /** Why nothing new starts. */
  draining?: 'phase_failed' | 'requested'
  /** Whether the run's head reference exists. */
  prepared: boolean
  base: string
  /** Everything that is integrated, and the phases in the order in which they were. */
  head: string
  integrated: number[]
  /** What the run's head reference holds: not yet `head` when a person's commits on the target were taken in. */
  headRef: string
  target: string
  /** The target's value as the run left it; null while it does not exist. */
  targetCommit: string | null
  /** Its value before the run. */
  readonly targetBefore: string | null
  /** Whether the target is to be put back, as the last thing that the run does; to what; and whether it was. */
  reverting?: 'wanted' | 'asked' | 'done'
  revertScope?: RevertScope
  revertTo?: string | null
  reverted?: true
  targetNote?: string
  /** Whether the files were put into the user's checkout. */
  inCheckout?: boolean
  /** What the checks of the whole said. */
  checks: CheckResult[]
  /** The last commit that was verified whole, and the one that was reviewed. */
  verifiedHead?: string
  reviewedHead?: string
  /** Reviews of the whole, and waits in a row for reviewers. */
  reviews: Review[]
  reviewWaits: number
  closing?: Closing
  /** The commit of the run's report, where a resume has found it on the head. */
  reportCommit?: string
  /** The commit that reports an unfinished end, while it is being made and moved to. */
  recording?: Recording
  /** The head at the last unfinished end, with the commit that reports it. The same end is not reported again. */
  recorded?: string
  /** Whether an abandoned call may still write to the user's checkout. */
  checkoutInUse?: true
  /** Questions that were asked about the run's end. */
  closings: number
  /** What was spent, and may be: more than at first when a person has allowed it. */
  readonly spent: Spend
  allowed: Budget
  /** Sessions that are going on, by their name in the books, and what is charged for them. */
  readonly sessions: Map<string, { phase: number; tokens: number; usd: number }>
  /** The question about the budget that is open, and how many there were. */
  budgetGate?: string
  budgets: number
  /** When the machine has itself told next that time may have run out. */
  budgetWake?: number
  /** The time of the last input, while this process goes on. */
  lastAt?: number
  /** Phases that are not terminal. */
  open: number
  seq: number
  startedAt: number
  endedAt?: number
}

/** What a run begins with: the first record of its journal. */
export interface RunStart {
  runId: string
  plan: Plan
  settings: RunSettings
  /** The target's commit when the run was created; null when the run makes the branch. */
  targetCommit: string | null
}

/** The state before the first input. Throws `PLAN_INVALID` for a plan whose phases form no graph. */
export const createRunState = ({ runId, plan, settings, targetCommit }: RunStart): RunState => {
  const { graph, issues } = resolveGraph(plan.phases)
  if (!graph) throw new AmeliaError('PLAN_INVALID', 'The phases of this plan form no order.', { issues })
  const batches = planBatches(graph)
  const batchOf = new Int32Array(plan.phases.length)
  const indices = batches.map((batch) => batch.phases.map((id) => graph.index.get(id) ?? 0))
  const { start } = graph.dependencies
  const phases = plan.phases.map((phase, index) => createPhaseState(phase, index, settings.phaseBudget))
  for (const phase of phases) phase.missing = start[phase.index + 1]! - start[phase.index]!
  const skippedByPerson = { steps: new Set<string>(), subtasks: new Set<string>() }
  for (const [number, members] of indices.entries()) for (const member of members) batchOf[member] = number
  return {
    runId,
    plan,
    plans: 1,
    graph,
    settings,
    phases,
    batchOf,
    batches: indices,
    batchOpen: Int32Array.from(indices, (members) => members.length),
    batchLeft: Int32Array.from(indices, (members) => members.length),
    barrier: 0,
    parked: new Map(),
    gathered: new Set(),
    asking: new Set(),
    repositoryChanges: [],
    ready: createReadyQueue(graph),
    resuming: [],
    active: new Set(),
    sleeping: 0,
    evidence: settings.tdd === 'full' ? planEvidence(plan) : new Map(),
    debts: new Map(),
    pauses: new Map(),
    skippedByPerson,
    skippedParts: cascadeSkips(plan, skippedByPerson),
    explicit: plan.phases.some(({ subtasks }) => subtasks.some(({ dependsOn }) => dependsOn.length > 0)),
    integration: [],
    gates: new Map(),
    locks: new Map(),
    lockings: 0,
    answered: new Set(),
    status: 'created',
    prepared: false,
    base: '',
    head: '',
    integrated: [],
    headRef: '',
    checks: [],
    closings: 0,
    target: '',
    targetCommit,
    targetBefore: targetCommit,
    reviews: [],
    reviewWaits: 0,
    spent: nothingSpent(),
    allowed: settings.budget,
    sessions: new Map(),
    budgets: 0,
    open: plan.phases.length,
    seq: 0,
    startedAt: 0,
  }
}
