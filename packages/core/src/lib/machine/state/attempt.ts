import { AmeliaError } from '../../error/amelia-error.ts'
import type { Unit } from '../../contract/driver.ts'
import type { CheckResult } from '../../contract/check-result.ts'
import type { Adaptation } from '../../event/adaptation.ts'
import type { CheckedFacts } from '../../event/checked-facts.ts'
import type { Evidence } from '../../event/evidence.ts'
import type { Failure } from '../../contract/failure.ts'
import type { NotedVerdict } from './noted-verdict.ts'
import type { UnitOutcome } from '../../event/unit-outcome.ts'
import type { RoundCause } from '../../contract/round-cause.ts'

/** The status of a step or a subtask. */
export type PartStatus = 'pending' | 'running' | 'completed' | 'failed' | 'skipped' | 'cancelled'

/** Files that an attempt's commit should contain and does not: declared ones, and reported ones. */
export interface MissingFiles {
  /** Those that do not exist. Declared files are inspected only if nothing was changed. */
  readonly absent?: readonly string[]
  /** Those that git ignores, each with its rule, such as `.gitignore:1: .env*`. */
  readonly ignored?: readonly { readonly path: string; readonly rule: string }[]
}

/** The committed work of an attempt. */
export interface Work extends MissingFiles {
  /** The attempt's private commit. */
  readonly commit: string
  /** The tree of that commit. */
  readonly tree: string
  /** The paths that it changes. */
  readonly files: string[]
}

/** The reason why an attempt returned to its session, and its facts, in lines. */
export interface SentBack {
  reason: 'nothing_changed' | 'files_missing' | 'evidence_changed' | 'not_red' | 'unresolved'
  details: string[]
}

/**
 * One attempt at a phase. The next attempt is a new object; it takes over the work of the last one only if
 * the rules keep it. So is another round of an attempt, which always keeps the work.
 */
export interface Attempt {
  /** Names the attempt's reference and is never used twice. 0 before the first attempt. */
  readonly number: number
  /** The run's head when the work began, or was merged with it. Empty before the first attempt. */
  readonly base: string
  /** Counts from 1. A round has the number of its attempt. */
  readonly round: number
  /** Why there is another round than the first, and the commit of the round before. */
  readonly cause: RoundCause | undefined
  readonly before: string | undefined
  /** Whether it continues from the work of the attempt or the round before. */
  readonly kept: boolean
  /** Whether the attempt before it changed no file. */
  readonly afterNothing: boolean
  /** The units that are dispatched, and the index of the one that is next or running. */
  readonly units: Unit[]
  unitIndex: number
  /** How the unit ended that is now being committed. */
  unitResult: UnitOutcome | undefined
  /** Undefined until the first commit. */
  work: Work | undefined
  /** The agent's last words in each session, by subtask or `phase`: a claim. */
  readonly said: Map<string, string>
  /** The files that the agent reports as changed, where it reports any: another claim. */
  claimed: Map<string, string[]> | undefined
  /** The points that its agent asks reviewers to inspect, by subtask or `phase`. */
  concerns: Map<string, string[]> | undefined
  /** Steps that an agent repaired: what it did, and the command that the engine then ran. */
  adapted: Map<string, { adaptation: Adaptation; command?: string }> | undefined
  /** Steps that succeeded by a fallback command, and that command. */
  fallbacks: Map<string, string> | undefined
  /** The status of subtasks as the agent of the phase's session claims it. Nothing is decided by it. */
  parts: Map<string, PartStatus> | undefined
  /** The cause of the unit's last interruption, until the unit ends. Its continuation reads it. */
  interruption: Failure | undefined
  /** Idle timeouts of the unit so far, and sessions that it lost. */
  idleStops: number
  lostSessions: number
  /** The slot of the attempt's last workspace. */
  slot: string | undefined
  /** Whether the tree in that slot is to be committed before the attempt continues. */
  rescue: boolean
  /** A commit of the attempt that a resume found only in git. The attempt continues from it. */
  found: string | undefined
  /** Parts that ended since the last commit: their results exist only in the workspace. */
  unsaved: { steps: Set<string>; subtasks: Set<string> } | undefined
  /** The work before the step that began last: skipping that step restores it. */
  beforeStep: { stepId: string; work: Work | undefined } | undefined
  /** The work before the first run of the step that failed last: a person may skip what it has written. */
  beforeTries: { stepId: string; work: Work | undefined } | undefined
  /** The step that a person is asked about. */
  blockedStep: string | undefined
  /** The step that a person approved: until it begins, if it has commands. */
  approvedStep: string | undefined
  /** Where the open question was asked, if not at the end of the attempt. */
  keptAt: 'unit' | 'report' | 'review' | undefined
  /** The fingerprints of what its work must not be committed for, while a person is asked about them. */
  findings: string[] | undefined
  /** Files of the user that the last unit had changed, if a stop came before the question about them. */
  touched: string[] | undefined
  /** A person has stopped the attempt, or a step of it, and what ran for it is ending. */
  stopped: { stepId?: string } | undefined
  /** Whether a person continues in spite of what an agent found when it inspected the steps. */
  preflightPassed: boolean
  /** Whether a person approved that the attempt changes nothing. */
  nothingApproved: boolean
  /** Whether a person accepted a change of tests or of what runs them. */
  evidenceAccepted: boolean
  /** Whether a person takes its new tests as they are, red or not. */
  redAccepted: boolean
  /** The evidence of red and green. */
  evidence: Evidence | undefined
  /** The facts that a replay of its checks needs. Undefined in journals of earlier versions. */
  facts: CheckedFacts | undefined
  checks: CheckResult[]
  /** Whether the checks passed on `work`. */
  verified: boolean
  /** The verdicts of a review that has not ended, by reviewer. */
  readonly verdicts: Map<string, NotedVerdict>
  /** The verdicts of the last review, for its statement. */
  opinions: { readonly reviewer: string; readonly verdict: string }[]
  /** Whether the last review ended without a verdict of each reviewer. */
  unreviewed: boolean
  /** Whether the reviewers, or a person in their place, approved the attempt. */
  reviewPassed: boolean
  /** Whether a person, or the strategy, approved the attempt at its checkpoint. */
  checkpointPassed: boolean
  hookRounds: number
  /** The commit's message as the hooks left it. */
  text: string | undefined
  /** Whether the run's head has moved since the attempt began, so that the work is merged with it. */
  merged: boolean
  /** The lines that the work adds and removes, once the commit for the run's head exists. */
  lines: { added: number; removed: number } | undefined
  /** The commit that is to be the run's next head. */
  composed: string | undefined
  /** Files in which conflict markers are left. */
  unresolved: string[] | undefined
  /** Whether the work does not fit the run's head, so that no later attempt continues from it. */
  collided: boolean
  /** The work merged with a newer head, with markers where both conflict; absent if it was not merged. */
  mergedWork: { base: string; work: Work } | undefined
  refusals: number
  /** Whether its sessions are being stopped because of the run's budget. */
  overBudget: boolean
  /** How often the attempt returned to its session before a person was asked, and why it did last. */
  returns: number
  sentBack: SentBack | undefined
  /** Whether the agent reports that its work was done before the attempt. */
  alreadyDone: boolean
}

/** Lists what the agents of an attempt ask reviewers to inspect. */
export const concernsOf = ({
  concerns,
}: {
  readonly concerns: ReadonlyMap<string, readonly string[]> | undefined
}): string[] => [...(concerns?.values() ?? [])].flat()

/** An attempt at its beginning. `last`: the attempt whose work it keeps. */
export const createAttempt = (
  begun: Pick<Attempt, 'number' | 'base' | 'units'> & Partial<Pick<Attempt, 'afterNothing'>>,
  last?: Pick<Attempt, 'base' | 'work' | 'said' | 'claimed' | 'concerns' | 'adapted' | 'fallbacks'>,
): Attempt => ({
  number: begun.number,
  base: last?.base ?? begun.base,
  round: 1,
  cause: undefined,
  before: undefined,
  kept: last !== undefined,
  afterNothing: begun.afterNothing ?? false,
  units: begun.units,
  unitIndex: 0,
  unitResult: undefined,
  work: last?.work,
  said: last?.said ?? new Map<string, string>(),
  claimed: last?.claimed,
  concerns: last?.concerns,
  adapted: last?.adapted,
  fallbacks: last?.fallbacks,
  parts: undefined,
  interruption: undefined,
  idleStops: 0,
  lostSessions: 0,
  slot: undefined,
  rescue: false,
  found: undefined,
  unsaved: undefined,
  beforeStep: undefined,
  beforeTries: undefined,
  blockedStep: undefined,
  approvedStep: undefined,
  keptAt: undefined,
  findings: undefined,
  touched: undefined,
  stopped: undefined,
  preflightPassed: false,
  nothingApproved: false,
  evidenceAccepted: false,
  redAccepted: false,
  evidence: undefined,
  facts: undefined,
  checks: [],
  verified: false,
  verdicts: new Map<string, NotedVerdict>(),
  opinions: [],
  unreviewed: false,
  reviewPassed: false,
  checkpointPassed: false,
  hookRounds: 0,
  text: undefined,
  merged: false,
  lines: undefined,
  composed: undefined,
  unresolved: undefined,
  collided: false,
  mergedWork: undefined,
  refusals: 0,
  overBudget: false,
  returns: 0,
  sentBack: undefined,
  alreadyDone: false,
})

/** Another round of an attempt, on its work. `merged`: that work, merged with a head that has moved. */
export const createRound = (
  attempt: Attempt,
  { cause, merged }: { cause: RoundCause; merged?: { base: string; work: Work } | undefined },
): Attempt => ({
  ...createAttempt(attempt, merged ? { ...attempt, ...merged } : attempt),
  round: attempt.round + 1,
  cause,
  before: attempt.work?.commit,
  afterNothing: attempt.work?.files.length === 0,
  slot: attempt.slot,
})

/** The state of a phase that has no attempt yet. `number`: the last attempt by an earlier plan, or 0. */
export const beforeAttempts = (number = 0): Attempt => createAttempt({ number, base: '', units: [] })

/**
 * The attempt's work. Throws `INTERNAL` before its first commit: no effect that needs a commit is issued
 * then.
 */
export const workOf = ({ number, work }: Pick<Attempt, 'number' | 'work'>): Work => {
  if (work) return work
  throw new AmeliaError('INTERNAL', `Attempt ${number} has no commit yet.`, { where: 'workOf' })
}
