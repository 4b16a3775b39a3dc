import type { Clock } from '../../contract/clock.ts'
import type { RunStoreV1 } from '../../contract/run-store.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { RunEventOf } from '../../event/run-event.ts'
import { checkAnswer } from '../../machine/whole/check-answer.ts'
import { refuseStop } from '../../machine/attempt/stop-phase.ts'
import { checkCall } from '../boundary/check-call.ts'
import { refuseSteer } from '../../machine/progress/steer-phase.ts'
import { isOver } from '../journal/is-over.ts'
import { checkedHost } from '../boundary/checked-host.ts'
import { readSource, type RunSource } from '../boundary/run-source.ts'
import { findSaved } from './find-saved.ts'
import { foldRun } from '../journal/fold-run.ts'
import {
  errorOf,
  isSameAnswer,
  readControl,
  readOutcome,
  type ControlCommand,
  withoutSecrets,
} from './control-command.ts'

/** The store is polled for the outcome every 100 ms, and for the owning process at every tenth poll. */
const everyMs = 100
const pollsPerCheck = 10

/** Options of `answerRun`. */
export interface AnswerRunOptions extends RunSource {
  /** The request to send. */
  command: ControlCommand
  /** Measures the wait. Default: the host's clock; without a host the call does not wait. */
  clock?: Clock | undefined
  /** Milliseconds to wait for the process that owns the run. Default: 10,000. */
  waitMs?: number | undefined
}

/** The result of a command. */
export interface SendResult {
  /** The command's id in the store; absent if nothing had to be stored. */
  id?: string
  /**
   * `taken`: it is in the run's journal. `repeated`: the gate already has this very answer; nothing changed.
   * `kept`: it is stored; the process that resumes the run next applies an answer or a text.
   */
  outcome: 'taken' | 'repeated' | 'kept'
  /** Whether a live process owns the run. */
  locked: boolean
}

/** Implements `answerRun`. */
export const sendCommand = async (given: AnswerRunOptions): Promise<SendResult> => {
  checkCall('answerRun', given)
  const { runId, waitMs = 10_000 } = given
  const { store, clock: own } = readSource('answerRun', given)
  const clock = given.clock ? checkedHost({ clock: given.clock }).clock : given.host && own
  const options = { runId, store, command: withoutSecrets(given.command) }
  if (await isRepeated(options)) return { outcome: 'repeated', locked: await isLocked(store, runId) }
  const saved = (await isLocked(store, runId)) ? undefined : await findSaved(options)
  if (saved !== undefined) return { id: saved, outcome: 'kept', locked: false }
  const id = await store.send(runId, options.command)
  const until = (clock?.now() ?? 0) + waitMs
  for (let poll = 0; ; poll++) {
    const locked = poll % pollsPerCheck > 0 || (await isLocked(store, runId))
    // Read after `locked`: a process writes its outcomes before it releases the run.
    const outcome = readOutcome(await store.outcome(runId, id))
    if (outcome?.ok === false) {
      // Says which answer won, if another one did.
      if (outcome.code === 'GATE_EXPIRED') await isRepeated(options)
      throw errorOf(outcome)
    }
    if (outcome) return { id, outcome: outcome.repeated ? 'repeated' : 'taken', locked }
    if (!locked && (await isRepeated(options))) return { id, outcome: 'repeated', locked }
    // Of two concurrent commands, the next process applies the first.
    if (!locked) return { id: (await findSaved(options)) ?? id, outcome: 'kept', locked }
    if (!clock || clock.now() >= until) return { id, outcome: 'kept', locked: await isLocked(store, runId) }
    await clock.wait(Math.min(everyMs, until - clock.now()))
  }
}

interface StoredCommand {
  store: RunStoreV1
  runId: string
  command: ControlCommand
}

/** Whether the gate already has this answer. Throws the error that refuses the command. */
const isRepeated = async ({ store, runId, command: given }: StoredCommand): Promise<boolean> => {
  const answered: RunEventOf<'gate_resolved'>[] = []
  const { state } = foldRun(runId, await store.load(runId), {
    receive: (event) => {
      if (event.type === 'gate_resolved') answered.push(event)
    },
  })
  // Callers without type checks may pass anything.
  const command = readControl(given, state)
  if (command.type === 'answer') {
    const own = answered.filter(({ gateId }) => gateId === command.gateId)
    if (own.some((before) => isSameAnswer(before, command))) return true
    const before = own.at(-1)
    if (before && !state.gates.has(command.gateId)) throw answeredBefore(before)
    checkAnswer(state, command)
    return false
  }
  if (command.type === 'steer') {
    if (isOver(state))
      throw new AmeliaError('RUN_ENDED', `Run ${runId} has ended: no session follows.`, { runId })
    const refused = refuseSteer(state, command.phaseId)
    if (refused) throw refused
    return false
  }
  if (!(await isLocked(store, runId)))
    throw new AmeliaError('RUN_ENDED', `No process is running run ${runId}: nothing to stop.`, {
      runId,
    })
  const { phaseId, stepId } = command.type === 'cancel' ? command : {}
  const refused = phaseId === undefined ? undefined : refuseStop(state, { phaseId, stepId })
  if (refused) throw refused
  return false
}

const answeredBefore = ({ gateId, choice }: RunEventOf<'gate_resolved'>): AmeliaError =>
  new AmeliaError(
    'GATE_EXPIRED',
    `The gate "${gateId}" was answered already with "${choice}": this answer changes nothing.`,
    { gateId, choice },
  )

const isLocked = async (store: RunStoreV1, runId: string): Promise<boolean> =>
  (await store.lockOf(runId)).locked
