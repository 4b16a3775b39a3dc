import type { Clock } from '../../contract/clock.ts'
import type { DispatchedWork, DispatcherV1 } from '../../contract/dispatcher.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { Effect } from '../../machine/state/effect.ts'
import type { InputDraft } from '../../machine/state/input/input.ts'
import type { PhaseState } from '../../machine/state/phase-state.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import type { InputSource } from '../journal/journal-version.ts'
import type { WorkMessage } from '../mailbox/work-message.ts'

export interface DispatchingOptions {
  state: RunState
  dispatcher: DispatcherV1
  /** The last message of each phase's worker in the journal. */
  claims: ReadonlyMap<string, InputSource>
  /** Resolves once the machine has applied the input. */
  feed(input: InputDraft, from?: InputSource): Promise<void>
  /** Runs a call whose failure ends this process's part of the run. */
  call(task: () => Promise<void>): void
  /** Throws if another process has the run. */
  check(): Promise<void>
  clock: Clock
  /** Aborts when this process's part of the run ends. */
  signal: AbortSignal
}

/** Gives the dispatches of a run to workers, and takes their messages. */
export interface Dispatching {
  /** Takes an effect that a worker performs. Returns false for one that this process performs. */
  take(effect: Effect): boolean
  /** Dispatches again what workers performed for an earlier process: it may not have been stored. */
  resume(): void
  /**
   * Feeds the inputs of a worker's message, once. Throws `WORK_SUPERSEDED` for work that has ended or belongs
   * to another claim; its usage is charged all the same.
   */
  receive(command: WorkMessage): Promise<void>
}

/** A dispatch that is with the workers. */
interface Open {
  work: DispatchedWork
  /** The only claim whose messages count: the first one. */
  claim: string | undefined
  /** The number of its last message. */
  last: number
  /** The effect that the worker has yet to answer. */
  pending: Effect['type'] | undefined
  isLost: boolean
}

/**
 * How often work that has not ended is dispatched again, in milliseconds. A report of lost work may be lost
 * itself, with its sender or with the process that received it.
 */
const againMs = 10_000

/**
 * Creates the dispatching of a run.
 *
 * - W1 A dispatch has one claim. Another one is refused, and a lost one is followed by another dispatch.
 * - W2 A message is applied once: the journal contains its number.
 * - W3 A lost dispatch is an interruption: it uses no attempt.
 */
export const createDispatching = (options: DispatchingOptions): Dispatching => {
  const { state, dispatcher, claims, feed, call, check, clock, signal } = options
  const open = new Map<string, Open>()

  const phaseOf = (phaseId: string): PhaseState | undefined =>
    state.phases[state.graph.index.get(phaseId) ?? -1]

  const hand = (phase: PhaseState, attempt: number, dispatch: number): Open => {
    const work = { runId: state.runId, phaseId: phase.id, attempt, dispatch }
    const entry: Open = { work, claim: undefined, last: 0, pending: 'open_workspace', isLost: false }
    open.set(phase.id, entry)
    send(entry)
    return entry
  }
  const send = ({ work }: Open): void => {
    const { index, planned: phase } = phaseOf(work.phaseId)!
    const { remaining } = state.graph
    const longest = remaining.reduce((most, each) => Math.max(most, each), 0)
    const priority = Math.round(1 + longest - remaining[index]!)
    call(() => dispatcher.dispatch(work, { priority, phase }))
  }

  /** Resolves when the journal contains the loss, if there is an effect to answer. */
  const lose = async (entry: Open, reason: string): Promise<void> => {
    entry.isLost = true
    const { pending: during } = entry
    if (during === undefined) return
    entry.pending = undefined
    const { phaseId, attempt, dispatch } = entry.work
    const failure = { class: 'interrupted', message: reason } as const
    await feed({ type: 'effect_failed', phaseId, attempt, dispatch, during, failure })
  }

  /** As {@link lose}, where nobody waits: a failed write ends this process's part of the run anyway. */
  const giveUp = (entry: Open, reason: string): void => void lose(entry, reason).catch(() => {})

  const sendAgain = async (): Promise<void> => {
    while (!signal.aborted) {
      await clock.wait(againMs, signal, 'poll')
      // A process that lost the run while it waits for workers would never write, and so never learn of it.
      call(check)
      for (const entry of open.values()) if (!entry.isLost && isCurrent(entry.work)) send(entry)
    }
  }
  sendAgain().catch(() => {})

  /** Answers for work that no worker has begun. A worker stops its work when it reads the journal. */
  const stop = (entry: Open | undefined): void => {
    if (!entry || entry.claim !== undefined || entry.isLost) return
    call(() => dispatcher.cancel(entry.work))
    giveUp(entry, `Phase ${entry.work.phaseId} was stopped before a worker began it.`)
  }

  const isCurrent = ({ phaseId, attempt, dispatch }: DispatchedWork): boolean => {
    const phase = phaseOf(phaseId)
    return phase?.place !== undefined && phase.dispatches === dispatch && phase.attempt.number === attempt
  }

  return {
    take(effect) {
      switch (effect.type) {
        case 'interrupt':
          for (const entry of open.values()) if (isCurrent(entry.work)) stop(entry)
          return false
        case 'interrupt_phase': {
          const entry = open.get(effect.phaseId)
          if (entry && isCurrent(entry.work)) stop(entry)
          return false
        }
        case 'open_workspace':
          hand(phaseOf(effect.phaseId)!, effect.attempt, effect.dispatch)
          return true
        case 'run_unit':
        case 'commit_attempt':
        case 'verify':
        case 'review':
        case 'run_hooks': {
          const entry = open.get(effect.phaseId)
          if (!entry) return false
          entry.pending = effect.type
          if (entry.isLost) giveUp(entry, lostBefore(effect.phaseId))
          return true
        }
        case 'close_workspace': {
          const entry = open.get(effect.phaseId)
          open.delete(effect.phaseId)
          if (entry && entry.claim === undefined) call(() => dispatcher.cancel(entry.work))
          return true
        }
        case 'steer':
          return true
        default:
          return false
      }
    },
    resume() {
      for (const index of state.schedule.active) {
        const phase = state.phases[index]!
        if (open.has(phase.id) || !phase.place || phase.status === 'integrating') continue
        const entry = hand(phase, phase.attempt.number, phase.dispatches)
        const known = claims.get(phase.id)
        if (known?.dispatch === phase.dispatches) Object.assign(entry, { claim: known.claim, last: known.n })
        entry.pending = pendingOf(phase)
      }
    },
    async receive(command) {
      const { work, claim } = command
      const entry = open.get(work.phaseId)
      const isOwn = entry && (entry.claim === undefined || claim === undefined || entry.claim === claim)
      if (!entry || !isOwn || !isCurrent(work) || entry.work.dispatch !== work.dispatch) {
        if (command.type === 'work_input') await charge(command.inputs)
        throw superseded(work)
      }
      if (command.type === 'work_lost') return lose(entry, command.reason)
      if (entry.isLost) {
        await charge(command.inputs)
        throw superseded(work)
      }
      entry.claim = claim
      if (command.n <= entry.last) return
      entry.last = command.n
      const { phaseId, dispatch } = work
      const from = { phaseId, dispatch, claim: command.claim, n: command.n }
      await Promise.all(
        command.inputs.map((input) => {
          if (answers.has(input.type)) entry.pending = undefined
          return feed(input, from)
        }),
      )
    },
  }

  /** Charges what sessions of ended work have used. */
  async function charge(inputs: readonly InputDraft[]): Promise<void> {
    for (const input of inputs) if (input.type === 'session_used') await feed({ ...input, over: true })
  }
}

/** The effect that the worker of a running phase has yet to answer. */
const pendingOf = ({ status, place, attempt }: PhaseState): Effect['type'] => {
  if (!place?.workspace) return 'open_workspace'
  if (status === 'verifying') return 'verify'
  if (status === 'reviewing') return 'review'
  return attempt.unitResult ? 'commit_attempt' : 'run_unit'
}

/** The inputs that answer an effect. */
const answers: ReadonlySet<InputDraft['type']> = new Set<InputDraft['type']>([
  'workspace_opened',
  'unit_finished',
  'attempt_committed',
  'attempt_refused',
  'verified',
  'reviewed',
  'hooks_finished',
  'effect_failed',
])

const lostBefore = (phaseId: string): string =>
  `The worker of phase ${phaseId} was lost before it could continue.`

const superseded = ({ runId, phaseId, dispatch }: DispatchedWork): AmeliaError =>
  new AmeliaError(
    'WORK_SUPERSEDED',
    `Dispatch ${dispatch} of phase ${phaseId} has ended, or belongs to another worker: this message changes nothing.`,
    { runId, phaseId, dispatch },
  )
