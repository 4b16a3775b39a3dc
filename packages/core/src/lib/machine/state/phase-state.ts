import type { Budget, Spend } from '../../event/budget.ts'
import type { Unit } from '../../contract/driver.ts'
import type { RefUpdate } from '../../contract/git-backend.ts'
import type { CheckResult } from '../../contract/check-result.ts'
import type { Phase } from '../../plan/plan-schema.ts'
import { nothingSpent } from '../../policy/dispatch/budget.ts'
import type { Adaptation } from '../../event/adaptation.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Review } from '../../contract/review.ts'
import type { Evidence } from '../../event/evidence.ts'
import type { SavedAttempt, UnitOutcome } from './input.ts'
import type { PhaseStatus } from '../../event/phase-status.ts'

/** Where a step or a subtask is. */
export type PartStatus = 'pending' | 'running' | 'completed' | 'failed' | 'skipped' | 'cancelled'

/** One run of a subtask. Times are in milliseconds since 1970. */
export interface SubtaskRun {
  attempt: number
  startedAt: number
  endedAt?: number
  error?: string
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
  /** The highest number of an attempt that a resume found in git alone. */
  attemptsFound: number
  /** Attempts used up since the phase was last started by a person. An interruption uses none. */
  tries: number
  /** Conflicts with what was integrated meanwhile; they have a limit of their own. */
  collisions: number
  /** Waits for what mends itself. They have a limit of their own. */
  waits: number
  /** When its back-off is over, in milliseconds since 1970. */
  notBefore: number | undefined
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
  base: string | undefined
  /** The attempt's private commit, its tree, and the paths it changes. */
  commit: string | undefined
  tree: string | undefined
  files: string[]
  /** Steps of the attempt that are done, and those that a person let through. */
  stepStatus: Map<string, PartStatus>
  subtaskStatus: Map<string, PartStatus>
  /** When each subtask last ran, in which attempt, and why it failed. */
  readonly subtaskRuns: Map<string, SubtaskRun>
  /** Parts that came to an end since the attempt's last commit: what they left is in the workspace alone. */
  unsaved: { steps: Set<string>; subtasks: Set<string> } | undefined
  approvedSteps: Set<string> | undefined
  /** Whether a person goes on in spite of what an agent saw that looked at its steps, or in spite of all of it being skipped. */
  lookPassed: true | undefined
  emptyAccepted: true | undefined
  /** Whether a person approved that the attempt changes nothing. */
  nothingApproved: true | undefined
  /** Steps that a person said were done by hand. */
  byHand: Set<string> | undefined
  /** Steps whose fallback command did what was expected, and that command. */
  fallbacks: Map<string, string> | undefined
  /** The attempt before the step that began last: a skip of it goes back there. */
  beforeStep: { stepId: string; saved: SavedAttempt } | undefined
  /** A person has said how it is to be done: an agent does it from then on, also where it has structured steps. */
  byAgent: true | undefined
  /** When the machine has itself told that the phase's time may have run out. */
  budgetWake: number | undefined
  /** The step that a person is asked about. */
  blockedStep: string | undefined
  /** Whether a person stands by a change of tests or of what runs them. */
  evidenceAccepted: boolean
  /** What was shown of red and green for the present attempt. */
  evidence: Evidence | undefined
  /** Every review of the phase, oldest first. */
  reviews: Review[]
  /** Rejections and approvals since a person last started the phase; they have a limit of their own. */
  reviewRounds: number
  /** Whether the reviewers, or a person in their place, have taken this attempt. */
  reviewPassed: boolean
  /** Where the question stands that is open, when that is not the end of the attempt. */
  heldAt: 'unit' | 'review' | undefined
  /** A person has stopped the attempt, or a step of it; what ran is coming to its end. */
  stopped: { stepId?: string } | undefined
  /** Whether a person has taken this attempt. */
  checkpointPassed: boolean
  /** What the attempt is dispatched as, and which of it is next or under way. */
  units: Unit[]
  unitIndex: number
  /** The last session of each unit, by subtask or `phase`: a later attempt may go on in it. */
  readonly sessions: Map<string, string>
  /** What the agent said at the end of each, as it said it: a claim. */
  readonly said: Map<string, string>
  /** The files that it says it changed, where it says so: another claim. */
  claimed: Map<string, string[]> | undefined
  /** Steps of the attempt that an agent mended: what it did, and what the engine then ran. */
  adapted: Map<string, { adaptation: Adaptation; command?: string }> | undefined
  /** How the unit ended that is now being committed. */
  unitResult: UnitOutcome | undefined
  /** Whether the attempt's commit holds what a unit had done when it was stopped. */
  partial: true | undefined
  checks: CheckResult[]
  hookRounds: number
  /** The commit's message as the hooks left it. */
  text: string | undefined
  /** Whether a workspace is open for the attempt. */
  workspace: boolean
  /** Holds a slot. */
  active: boolean
  /** Where it goes on when it has a slot again. */
  resumeAt: 'unit' | 'verification' | 'review' | 'integration' | undefined
  /** The commit on the run's head, composed and then moved. */
  composed: string | undefined
  /** Its commit by an earlier plan, in which its work was another one. */
  former: string | undefined
  merged: boolean
  /** The run's head that its commit was put on. */
  under: string | undefined
  /** The intent that was journalled and not yet confirmed. */
  intent: RefUpdate[] | undefined
  intentNote: string | undefined
  refusals: number
  /** Whether its sessions are being stopped because of the run's budget. */
  overBudget: true | undefined
  /** What its sessions have used, and may use. */
  readonly spent: Spend
  allowed: Budget
  heldBy: number | undefined
  because: string | undefined
  startedAt: number | undefined
  endedAt: number | undefined
}

/** What an attempt begins with, whatever the one before it left. */
export const freshAttempt = () =>
  ({
    hookRounds: 0,
    refusals: 0,
    merged: false,
    reviewPassed: false,
    checkpointPassed: false,
    checks: [],
    evidenceAccepted: false,
    unitIndex: 0,
    text: undefined,
    composed: undefined,
    heldBy: undefined,
    unitResult: undefined,
    blockedStep: undefined,
    heldAt: undefined,
    stopped: undefined,
    overBudget: undefined,
    evidence: undefined,
    partial: undefined,
    lookPassed: undefined,
    nothingApproved: undefined,
    beforeStep: undefined,
  }) satisfies Partial<PhaseState>

/** A phase before anything has happened to it. */
export const createPhaseState = (phase: Phase, index: number, phaseBudget: Budget): PhaseState => ({
  index,
  phase,
  status: 'pending',
  missing: 0,
  attempt: 0,
  attemptsFound: 0,
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
  subtaskRuns: new Map(),
  units: [],
  sessions: new Map(),
  said: new Map(),
  claimed: undefined,
  reviews: [],
  reviewRounds: 0,
  workspace: false,
  active: false,
  spent: nothingSpent(),
  allowed: phaseBudget,
  ...freshAttempt(),
  notBefore: undefined,
  base: undefined,
  commit: undefined,
  tree: undefined,
  unsaved: undefined,
  approvedSteps: undefined,
  emptyAccepted: undefined,
  byHand: undefined,
  fallbacks: undefined,
  byAgent: undefined,
  budgetWake: undefined,
  adapted: undefined,
  resumeAt: undefined,
  former: undefined,
  under: undefined,
  intent: undefined,
  intentNote: undefined,
  because: undefined,
  startedAt: undefined,
  endedAt: undefined,
})
