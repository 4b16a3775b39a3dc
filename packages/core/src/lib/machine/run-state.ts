import type { Unit } from '../contract/driver.ts'
import type { RefUpdate } from '../contract/git-backend.ts'
import type { CheckResult } from '../event/check-result.ts'
import type { Graph } from '../graph/graph.ts'
import { resolveGraph } from '../graph/resolve-graph.ts'
import { planBatches } from '../graph/plan-batches.ts'
import type { Phase, Plan } from '../plan/plan-schema.ts'
import { type SkippedParts, cascadeSkips } from '../policy/cascade-skips.ts'
import { type Budget, nothingSpent, type Spend } from '../policy/budget.ts'
import type { Adaptation } from '../policy/adaptation.ts'
import type { Failure } from '../policy/failure.ts'
import type { Review } from '../policy/review.ts'
import { AmeliaError } from '../error/amelia-error.ts'
import { type PhaseEvidence, planEvidence } from '../policy/plan-evidence.ts'
import type { Evidence } from '../policy/evidence.ts'
import type { Debt } from './debt.ts'
import type { GateView } from './gate.ts'
import type { UnitOutcome } from './input.ts'
import type { PhaseStatus } from './phase-status.ts'
import type { RevertScope } from './find-before.ts'
import { createReadyQueue, type ReadyQueue } from './ready-queue.ts'
import type { RunSettings } from './settings.ts'

/** Where a step or a subtask is. */
export type PartStatus = 'pending' | 'running' | 'completed' | 'failed' | 'skipped' | 'cancelled'

/** A provider that takes no sessions for now. */
export interface Pause {
  /** Milliseconds since 1970. */
  until: number
  /** Pauses in a row: a session that comes to its end begins a new row. */
  waits: number
}

/** Where one phase is, and what is known of its present attempt. */
export interface PhaseState {
  readonly index: number
  readonly phase: Phase
  status: PhaseStatus
  /** Dependencies that are not there yet. */
  missing: number
  /** Number of the last attempt; it names the attempt's reference and is never used twice. */
  attempt: number
  /** Attempts used up since the phase was last started by a person. An interruption uses none. */
  tries: number
  /** Conflicts with what was integrated meanwhile; they have a limit of their own. */
  collisions: number
  /** Waits for what mends itself. They have a limit of their own. */
  waits: number
  /** When its back-off is over, in milliseconds since 1970. */
  notBefore?: number
  /** Whether the prompt was too long once: it is short from then on. */
  shortened: boolean
  /** Its next attempt waits until the other phases of its batch have ended. */
  afterSiblings: boolean
  /** Its next attempt goes on with what the last one left; and whether the present one did. */
  keeps: boolean
  kept: boolean
  /** Failures so far, oldest first: the next attempt reads them. */
  failures: Failure[]
  /** The run's head when the attempt began. */
  base?: string
  /** The attempt's private commit, its tree, and the paths it changes. */
  commit?: string
  tree?: string
  files: string[]
  /** Steps of the attempt that are done, and those that a person let through. */
  stepStatus: Map<string, PartStatus>
  subtaskStatus: Map<string, PartStatus>
  /** Parts that came to an end since the attempt's last commit: what they left is in the workspace alone. */
  readonly unsaved: { steps: Set<string>; subtasks: Set<string> }
  approvedSteps: Set<string>
  /** Whether a person goes on in spite of what an agent saw that looked at its steps, or in spite of all of it being skipped. */
  lookPassed?: true
  emptyAccepted?: true
  /** A person has said how it is to be done: an agent does it from then on, also where it has structured steps. */
  byAgent?: true
  /** When the machine has itself told that the phase's time may have run out. */
  budgetWake?: number
  /** The step that a person is asked about. */
  blockedStep?: string
  /** Whether a person stands by a change of tests or of what runs them. */
  evidenceAccepted: boolean
  /** What was shown of red and green for the present attempt. */
  evidence?: Evidence
  /** Every review of the phase, oldest first. */
  reviews: Review[]
  /** Rejections and approvals since a person last started the phase; they have a limit of their own. */
  reviewRounds: number
  /** Whether the reviewers, or a person in their place, have taken this attempt. */
  reviewPassed: boolean
  /** Where the question stands that is open, when that is not the end of the attempt. */
  heldAt?: 'unit' | 'review'
  /** A person has stopped the attempt, or a step of it; what ran is coming to its end. */
  stopped?: { stepId?: string }
  /** Whether a person has taken this attempt. */
  checkpointPassed: boolean
  /** What the attempt is dispatched as, and which of it is next or under way. */
  units: Unit[]
  unitIndex: number
  /** The last session of each unit, by subtask or `phase`: a later attempt may go on in it. */
  readonly sessions: Map<string, string>
  /** What the agent said at the end of each, as it said it: a claim. */
  readonly said: Map<string, string>
  /** Steps of the attempt that an agent mended: what it did, and what the engine then ran. */
  readonly adapted: Map<string, { adaptation: Adaptation; command?: string }>
  /** How the unit ended that is now being committed. */
  unitResult?: UnitOutcome
  /** Whether the attempt's commit holds what a unit had done when it was stopped. */
  partial?: true
  checks: CheckResult[]
  hookRounds: number
  /** The commit's message as the hooks left it. */
  text?: string
  /** Whether a workspace is open for the attempt. */
  workspace: boolean
  /** Holds a slot. */
  active: boolean
  /** Where it goes on when it has a slot again. */
  resumeAt?: 'unit' | 'verification' | 'review' | 'integration'
  /** The commit on the run's head, composed and then moved. */
  composed?: string
  merged: boolean
  /** The run's head that its commit was put on. */
  under?: string
  /** The intent that was journalled and not yet confirmed. */
  intent?: RefUpdate[]
  intentNote?: string
  refusals: number
  /** Whether its sessions are being stopped because of the run's budget. */
  overBudget?: true
  /** What its sessions have used, and may use. */
  readonly spent: Spend
  allowed: Budget
  heldBy?: number
  because?: string
  startedAt?: number
  endedAt?: number
}

/** What is done when every phase has ended. */
export interface Closing {
  stage: 'verifying' | 'reviewing' | 'waiting' | 'composing' | 'moving' | 'applying' | 'asking' | 'closed'
  refusals: number
  /** When reviewers are asked again that could not do their work, in milliseconds since 1970. */
  reviewAt?: number
  /** The commit that is being verified. */
  verifying?: string
  /** The run's last commit, and the one that people get. */
  commit?: string
  published?: string
  /** The intent. */
  updates?: RefUpdate[]
  note?: string
}

/** Everything that a run is. It is a fold over the journal: see `transition`. */
export interface RunState {
  readonly runId: string
  readonly plan: Plan
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
  readonly ready: ReadyQueue
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
  /** Ids of the gates that were answered. */
  readonly answered: Set<string>
  status: 'created' | 'running' | 'waiting' | 'completed' | 'partial' | 'failed' | 'cancelled' | 'aborted'
  /** How a run ends that is being stopped. */
  stopping?: 'cancelled' | 'aborted'
  /** Why nothing new starts. */
  draining?: 'phase_failed' | 'requested'
  /** Whether the run's head reference exists. */
  prepared: boolean
  base: string
  /** Everything that is integrated, and the phases in the order in which they were. */
  head: string
  readonly integrated: number[]
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
  const skippedByPerson = { steps: new Set<string>(), subtasks: new Set<string>() }
  for (const [number, members] of indices.entries()) for (const member of members) batchOf[member] = number
  return {
    runId,
    plan,
    graph,
    settings,
    phases: plan.phases.map((phase, index) => createPhaseState(phase, index, settings.phaseBudget)),
    batchOf,
    batches: indices,
    batchOpen: Int32Array.from(indices, (members) => members.length),
    batchLeft: Int32Array.from(indices, (members) => members.length),
    barrier: 0,
    parked: new Map(),
    gathered: new Set(),
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

const createPhaseState = (phase: Phase, index: number, phaseBudget: Budget): PhaseState => ({
  index,
  phase,
  status: 'pending',
  missing: 0,
  attempt: 0,
  tries: 0,
  collisions: 0,
  waits: 0,
  shortened: false,
  afterSiblings: false,
  keeps: false,
  kept: false,
  failures: [],
  files: [],
  stepStatus: new Map(),
  subtaskStatus: new Map(),
  unsaved: { steps: new Set(), subtasks: new Set() },
  approvedSteps: new Set(),
  units: [],
  unitIndex: 0,
  sessions: new Map(),
  said: new Map(),
  adapted: new Map(),
  evidenceAccepted: false,
  reviews: [],
  reviewRounds: 0,
  reviewPassed: false,
  checkpointPassed: false,
  checks: [],
  hookRounds: 0,
  workspace: false,
  active: false,
  merged: false,
  refusals: 0,
  spent: nothingSpent(),
  allowed: phaseBudget,
})
