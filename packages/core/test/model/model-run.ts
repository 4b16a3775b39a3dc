import type { GateView } from '../../src/lib/event/gate-view.ts'
import type { RunState } from '../../src/lib/machine/state/run-state.ts'
import type { Failure } from '../../src/lib/contract/failure.ts'
import type { World } from './arbitrary-world.ts'

/**
 * The place of a phase, as far as the rules distinguish it: `idle` has not started, `queued` waits for a slot
 * again.
 */
export type Place =
  | 'idle'
  | 'queued'
  | 'active'
  | 'checkpoint'
  | 'waiting'
  | 'completed'
  | 'external'
  | 'failed'
  | 'blocked'
  | 'skipped'
  | 'cancelled'

/**
 * The stage of an active phase: its one pending effect. `line` waits for the run's head, without a pending
 * effect.
 */
export type Stage =
  | 'open_workspace'
  | 'run_unit'
  | 'commit_attempt'
  | 'verify attempt'
  | 'review'
  | 'run_hooks'
  | 'line'
  | 'merge'
  | 'compose'
  | 'verify merged'
  | 'prepare_move'
  | 'move_refs'

export interface ModelPhase {
  readonly id: string
  readonly needs: readonly string[]
  readonly files: readonly string[]
  /** Phases that never run at the same time. */
  readonly apart: readonly string[]
  readonly risky: boolean
  /** Whether an agent does the phase: it has no steps, or a person gave an instruction. */
  byAgent: boolean
  /** The longest path from a start. */
  readonly layer: number
  place: Place
  /** Skipped by the plan or a person, not because of another. */
  isRoot: boolean
  stage?: Stage
  /** Queued: the stage at which it continues its attempt, or that it restarts. */
  continuesAt: 'start' | 'unit' | 'verification' | 'review' | 'integration'
  /** Queued: waits until this time, or until the other phases of its layer have ended. */
  notBefore: number
  afterSiblings: boolean
  attempt: number
  /** Counts its stays in a slot: an answer of an earlier one changes nothing. */
  dispatch: number
  tries: number
  conflicts: number
  waits: number
  shortened: boolean
  /** Whether its checks run alone, because one collided. */
  alone: boolean
  hookRounds: number
  refusals: number
  /** The last failure, and the round that would follow it. */
  last?: string
  follows?: 'report' | 'review' | undefined
  /** Rounds in a row because its report could not be read, and the last such failure. */
  reports: number
  unreadable?: string
  /** Whether its work does not fit the head, and whether a merge of both exists, made on this head. */
  collided: boolean
  mergedOn?: string | undefined
  /** Reviews since a person last started the phase, and the last one that asked for changes. */
  rounds: number
  rejection?: string
  /** Whether the reviewers, or a person in their place, have approved this attempt. */
  approved: boolean
  /** A person has stopped it, and its effect is still pending. */
  stopped: boolean
  result?: Failure | 'blocked' | 'asking' | 'completed'
  /** Whether an attempt has begun since the plan was last edited. */
  begun: boolean
  /** Whether the unit of the attempt is committed, and whether the checks passed on that commit. */
  done: boolean
  verified: boolean
  /** Whether the attempt was interrupted, and has not continued since. */
  interrupted: boolean
  /** Whether the unit has had an idle timeout, and whether a session of the phase is known. */
  idled: boolean
  /** Sessions that the unit has lost. */
  lost: number
  hasSession: boolean
  /** Cancelled with a journalled move of its refs, which the next process makes. */
  intent?: boolean
  /** How often the attempt returned to its session, and the last reason. */
  returns: number
  returned?: 'nothing' | 'claims' | 'evidence' | 'red' | undefined
  /** Whether the attempt changes nothing, and whether its agent reports that its work was done before. */
  empty: boolean
  already: boolean
  /** Whether a declared file does not exist, and whether a reported one does not or nothing was changed. */
  lacks: boolean
  untrue: boolean
  /** The sessions whose agent reports a file that it did not change. */
  claims: Set<string>
  /** Whether a person accepted that the attempt changes nothing, or that it weakens its checks. */
  nothingTaken: boolean
  evidenceTaken: boolean
  /** Whether a person was asked what of its change may be committed. */
  findings: boolean
  /** Waits for the verdict of the caller's strategy, and is not active. */
  asked: boolean
  /** Whether a person or the strategy has accepted this attempt. */
  taken: boolean
  /** Whether the attempt has a commit from which the next one continues. */
  committed: boolean
  keeps: boolean
  base: string
  merged: boolean
}

export interface ModelGate {
  kind: GateView['kind']
  phases: string[]
  /** The phases that share the gate, about a rewritten target, an expired login, or a changed repository. */
  cause?: string
  /** The lock files, or the moved head, that it is about. */
  lock?: ModelLock
  /** Whether the attempt was interrupted, so that it may continue. */
  continues?: boolean
  /** Whether it is about commits known only to git: no phase starts while it is open. */
  journal?: true
  /**
   * For a phase: a question of its agent; an attempt that a person could accept although reviewers ask for
   * changes, leave a question, or could not review; or one without changes since a conflict; or an exhausted
   * budget of the phase or its review; or a change that only a person's approval lets into a commit.
   */
  about?:
    | 'question'
    | 'rejection'
    | 'no review'
    | 'report'
    | 'conflict'
    | 'budget'
    | 'budget of review'
    | 'nothing'
    | 'evidence'
    | 'red'
    | 'findings'
}

/**
 * A lock file with a gate, or approved for removal, and the waiting phases. An empty id is the run's own
 * effect.
 */
export interface ModelLock {
  file: string
  gateId: string
  approved: boolean
  locked: string[]
  /** Set for the run's head instead of a file: the commit there in place of the journal's. */
  head?: string
}

/** The current step of the run's end, or that a gate about it is open. */
export type Closing =
  | 'verify_run'
  | 'review_run'
  | 'waiting'
  | 'close_run'
  | 'move_refs'
  | 'apply_to_checkout'
  | 'asking'
  | 'closed'

/** A run as the rules of DESIGN describe it. */
export interface ModelRun {
  world: World
  phases: ReadonlyMap<string, ModelPhase>
  gates: ModelGate[]
  locks: ModelLock[]
  lockings: number
  status: RunState['status']
  /** Whether the process that owns the run has an agent. */
  hasAgent: boolean
  /** Whether somebody can answer the process. */
  attended: boolean
  over: boolean
  /** The pending step of the run's head: its first commit, its ref, or nothing. */
  head: { stage: 'prepare_run' | 'move_refs' | 'there'; commit: string }
  stopping: 'cancelled' | 'aborted' | undefined
  /** Whether the target has yet to be restored. */
  reverting?: boolean
  /** The layer to restore the target for, or `last`. Absent: the target is restored for the run. */
  revertLayer?: number | 'last'
  /** The integrated phases, in order. */
  integrated: string[]
  draining: 'phase_failed' | 'requested' | undefined
  /** Phases that are ready for the run's head; the first is being integrated. */
  line: string[]
  /** Until when the provider is paused, and the number of pauses in a row. */
  pause: { until: number; times: number }
  /** The commit that reports an unfinished end. `locked`: a later process moves the branch to it. */
  record?: {
    how: 'failed' | 'cancelled' | 'aborted'
    stage: 'close_run' | 'move_refs' | 'locked'
    commit: string
    resumed?: boolean
  }
  /** The head at the last unfinished end. */
  recorded?: string
  /** Whether an abandoned call may still write to the user's checkout, so that nothing is committed there. */
  checkoutInUse?: true
  closing: Closing | undefined
  closingRefusals: number
  /** The subject of the gate about the run's end, if it can be accepted. */
  askedAbout?: 'review' | undefined
  verifiedHead: string | undefined
  reviewedHead: string | undefined
  /** Delays in a row for the reviewers of the run, and the time of the next request. */
  reviewWaits: number
  reviewAt: number
  /** The finally verified commit, whether the last commits are composed, and the last of them. */
  verifying: string
  /** Whether a person took tests as red: then the final result must be green. */
  redTaken: boolean
  composed: boolean
  last: string
  now: number
}

export const createModelRun = (world: World): ModelRun => {
  const layers = new Map<string, number>()
  const layerOf = (id: string): number => {
    const known = layers.get(id)
    if (known !== undefined) return known
    const needs = world.phases.find((draft) => draft.id === id)!.dependsOn ?? []
    const layer = Math.max(-1, ...needs.map(layerOf)) + 1
    layers.set(id, layer)
    return layer
  }
  const phases = world.phases.map(
    ({ id, dependsOn = [], files = [], conflictsWith = [], risk, subtasks = [] }): ModelPhase => ({
      id,
      needs: dependsOn,
      files,
      apart: conflictsWith,
      risky: risk === 'high',
      byAgent: subtasks.length === 0,
      layer: layerOf(id),
      place: 'idle',
      isRoot: false,
      continuesAt: 'start',
      notBefore: 0,
      afterSiblings: false,
      attempt: 0,
      dispatch: 0,
      tries: 0,
      conflicts: 0,
      reports: 0,
      collided: false,
      waits: 0,
      shortened: false,
      alone: false,
      hookRounds: 0,
      refusals: 0,
      rounds: 0,
      approved: false,
      stopped: false,
      done: false,
      begun: false,
      verified: false,
      interrupted: false,
      idled: false,
      lost: 0,
      // Work step by step has sessions of subtasks, which an earlier session of the phase is not.
      hasSession:
        world.rules.followUps?.[id]?.session !== undefined &&
        (world.rules.trust !== 'paranoid' || subtasks.length === 0),
      returns: 0,
      empty: false,
      already: false,
      lacks: false,
      untrue: false,
      claims: new Set(),
      nothingTaken: false,
      evidenceTaken: false,
      findings: false,
      asked: false,
      taken: false,
      committed: false,
      keeps: false,
      base: '',
      merged: false,
    }),
  )
  return {
    world,
    phases: new Map(phases.map((phase) => [phase.id, phase])),
    gates: [],
    locks: [],
    lockings: 0,
    status: 'created',
    hasAgent: false,
    attended: false,
    over: false,
    head: { stage: 'prepare_run', commit: '' },
    stopping: undefined,
    draining: undefined,
    integrated: [],
    line: [],
    pause: { until: 0, times: 0 },
    closing: undefined,
    closingRefusals: 0,
    verifiedHead: undefined,
    reviewedHead: undefined,
    reviewWaits: 0,
    reviewAt: 0,
    verifying: '',
    redTaken: false,
    composed: false,
    last: '',
    now: 0,
  }
}

const ends: ReadonlySet<Place> = new Set(['completed', 'external', 'failed', 'blocked', 'skipped'])

export const isEnded = ({ place }: ModelPhase): boolean => ends.has(place)

export const isThere = (run: ModelRun, id: string): boolean =>
  ['completed', 'external'].includes(run.phases.get(id)!.place)

export const listPhases = (run: ModelRun, place?: Place): ModelPhase[] =>
  [...run.phases.values()].filter((phase) => place === undefined || phase.place === place)

/** Returns the direct and indirect dependents of a phase, except those behind an integrated phase. */
export const listBelow = (run: ModelRun, { id }: ModelPhase): ModelPhase[] => {
  const standsOn = (phase: ModelPhase): boolean =>
    phase.needs.some((need) => need === id || (!isThere(run, need) && standsOn(run.phases.get(need)!)))
  return listPhases(run).filter(standsOn)
}
