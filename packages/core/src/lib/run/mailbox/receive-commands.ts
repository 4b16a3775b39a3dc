import { createOutcomeWriter } from './create-outcome-writer.ts'
import type { Clock } from '../../contract/clock.ts'
import type { SentCommand, RunLease } from '../../contract/run-store.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { RunEvent, RunEventOf } from '../../event/run-event.ts'
import type { InputDraft } from '../../machine/state/input/input.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { refuseStop } from '../../machine/attempt/stop-phase.ts'
import { isWithoutAgent, noAgent } from '../../machine/progress/steer-phase.ts'
import { redactSecrets } from '../../text/secret/match-secrets.ts'
import { cleanText } from './clean-text.ts'
import type { GateAnswer } from './gate-question.ts'
import type { EventHub } from '../journal/event-hub.ts'
import { refuseEnded } from './refuse-ended.ts'
import { isWorkMessage, readWorkMessage, type WorkMessage } from './work-message.ts'
import { isSameAnswer, readControl, refusalOf } from './control-command.ts'
import type { ControlCommand, SendOutcome } from './control-command.ts'

export interface ReceiveCommandsOptions {
  state: RunState
  hub: EventHub
  lease: RunLease
  clock: Clock
  secrets: readonly string[]
  /** Aborts when this process's part of the run ends. */
  signal: AbortSignal
  feed(input: InputDraft): void
  /** Resolves when the answer is in the journal. */
  answer(answer: GateAnswer): Promise<void>
  /** Resolves when the text is in the journal. */
  steer(text: { steerId: string; phaseId: string; text: string }): Promise<void>
  /** Takes a worker's message. Absent if the run has no workers. */
  work?(command: WorkMessage): Promise<void>
  /** Receives errors of the store; the run continues. */
  onError(error: unknown): void
}

/** Receives the commands of other processes to a run that this process owns. */
export interface CommandReceiver {
  /** Applies the commands stored before the start in the same turn, then polls for more. */
  start(commands: readonly SentCommand[]): void
  /** Polls once and applies the commands found. Never rejects. */
  poll(): Promise<void>
  /**
   * Stops polling. `over`: the run cannot be resumed, so remaining commands are refused. `parked`: remaining
   * answers wait for the next process. `broken`: no outcome is written any more.
   */
  close(end: 'over' | 'parked' | 'broken'): Promise<void>
}

/** Milliseconds between polls. */
const everyMs = 250

/**
 * Applies commands of other processes and writes their outcomes.
 *
 * An outcome is written after the journal contains the command's input. If the process dies before writing
 * it, the next process finds that the gate has the same answer and writes the outcome. A malformed command is
 * refused and delays nothing.
 */
export const receiveCommands = (options: ReceiveCommandsOptions): CommandReceiver => {
  const { state, hub, lease, clock, secrets, signal, feed, answer, steer, work, onError } = options
  const underWay = new Map<string, Promise<void>>()
  const answered: RunEventOf<'gate_resolved'>[] = []
  let last: Promise<void> = Promise.resolve()
  let failures = 0
  let isReported = false

  const report = (error: unknown): void => {
    failures++
    // A persistent error is reported once.
    if (!isReported) onError(error)
    isReported = true
  }

  const outcomes = createOutcomeWriter(lease, report)

  const receive = async (
    { id, value }: SentCommand,
    when: 'start' | 'now' | 'end',
  ): Promise<SendOutcome | undefined> => {
    try {
      if (work && isWorkMessage(value)) return await applyWork(readWorkMessage(value))
      const command = readControl(value, state)
      if (command.type === 'answer') return await applyAnswer(command)
      if (command.type === 'steer') return await applyText(id, command)
      if (when === 'start') throw refuseEnded(state.runId, 'start')
      stop(command)
      return { ok: true }
    } catch (error) {
      return refusalOf(error)
    }
  }

  const applyWork = async (command: WorkMessage): Promise<SendOutcome | undefined> => {
    try {
      await work!(command)
      return { ok: true }
    } catch (error) {
      // The run has ended here: the next process takes the message.
      if (AmeliaError.is(error, 'RUN_ENDED')) return undefined
      throw error
    }
  }

  /** The command's id is the text's id, so a text is applied once, also if its outcome was not written. */
  const applyText = async (
    steerId: string,
    { phaseId, text }: Extract<ControlCommand, { type: 'steer' }>,
  ): Promise<SendOutcome | undefined> => {
    if (state.steered.has(steerId)) return { ok: true, repeated: true }
    try {
      await steer({ steerId, phaseId, text })
      return { ok: true }
    } catch (error) {
      // The run has ended here: the next process applies the command.
      if (AmeliaError.is(error, 'RUN_ENDED')) return undefined
      if (AmeliaError.is(error, 'NOT_STEERED')) drop(steerId, { phaseId, text })
      throw error
    }
  }

  /**
   * Reports a text for a phase without an agent to the run's subscribers: whoever sent it may no longer wait
   * for the refusal.
   */
  const drop = (steerId: string, { phaseId, text }: { phaseId: string; text: string }): void => {
    const phase = state.phases.find(({ id }) => id === phaseId)
    if (!phase || !isWithoutAgent(state, phase)) return
    feed({ type: 'steer_requested', steerId, phaseId, text: cleanText(text, secrets) })
    feed({ type: 'steer_answered', steerId, outcome: 'dropped', reason: noAgent(phaseId) })
  }

  const stop = (command: Extract<ControlCommand, { type: 'cancel' | 'drain' }>): void => {
    if (command.type === 'drain') return feed({ type: 'drain_requested' })
    const { phaseId, stepId } = command
    if (phaseId === undefined) return feed({ type: 'cancel_requested' })
    const refused = refuseStop(state, { phaseId, stepId })
    if (refused) throw refused
    feed({ type: 'phase_cancel_requested', phaseId, ...(stepId === undefined ? {} : { stepId }) })
  }

  const applyAnswer = async (
    command: Extract<ControlCommand, { type: 'answer' }>,
  ): Promise<SendOutcome | undefined> => {
    const { gateId, choice, amount, scope, phaseIds } = command
    const feedback = command.feedback === undefined ? undefined : redactSecrets(command.feedback, secrets)
    while (underWay.has(gateId)) await underWay.get(gateId)
    const same = { choice, feedback, amount, scope, phaseIds }
    if (answered.some((before) => before.gateId === gateId && isSameAnswer(before, same)))
      return { ok: true, repeated: true }
    const given = answer({
      ...{ gateId, choice },
      ...(feedback !== undefined && { feedback }),
      ...(amount && { amount }),
      ...(scope && { scope }),
      ...(phaseIds && { phaseIds }),
    })
    underWay.set(
      gateId,
      given.catch(() => {}).finally(() => underWay.delete(gateId)),
    )
    try {
      await given
      return { ok: true }
    } catch (error) {
      // A caller in this process is answering the gate, or the run has ended here: retry the command later.
      if (AmeliaError.is(error, 'RUN_ENDED')) return undefined
      if (AmeliaError.is(error, 'GATE_EXPIRED') && !state.answered.has(gateId)) return undefined
      throw error
    }
  }

  /**
   * Applies a command. A worker's message is in the journal then, so the next messages need not wait until
   * its outcome is written.
   */
  const take = async (command: SentCommand, when: 'start' | 'now' | 'end'): Promise<void> => {
    const { id } = command
    try {
      const writing = outcomes.underWay(id)
      if (writing) return when === 'now' ? undefined : await writing
      const received = outcomes.find(id) ?? (await receive(command, when))
      const outcome = received ?? (when === 'end' ? refusalOf(refuseEnded(state.runId, 'end')) : undefined)
      if (outcome === undefined) return
      const written = outcomes.write(id, outcome)
      if (when !== 'now' || !isWorkMessage(command.value)) await written
    } catch (error) {
      report(error)
    }
  }

  /**
   * Polls run one after another, each after all commands of the previous one were handled, so no command is
   * applied twice.
   */
  const pollOnce = async (when: 'now' | 'end'): Promise<void> => {
    const before = failures
    try {
      const commands = await lease.sent()
      await Promise.all(commands.map((command) => take(command, when)))
      isReported &&= failures > before
    } catch (error) {
      report(error)
    }
  }

  const poll = (): Promise<void> => (last = last.then(() => (signal.aborted ? undefined : pollOnce('now'))))

  let isAsked = false
  /** Polls as soon as the store tells of a command. Commands that arrive until then are part of that poll. */
  const pollSoon = (): void => {
    if (isAsked) return
    isAsked = true
    last = last.then(() => {
      isAsked = false
      return signal.aborted ? undefined : pollOnce('now')
    })
  }

  const keepPolling = async (): Promise<void> => {
    while (!signal.aborted) {
      await clock.wait(everyMs, signal, 'poll')
      await poll()
    }
  }

  return {
    poll,
    start(commands) {
      const note = (event: RunEvent): void => {
        if (event.type === 'gate_resolved') answered.push(event)
      }
      // First the answers that earlier processes applied, then those applied here.
      hub.subscribe(0, note)()
      hub.on('gate_resolved', note)
      last = Promise.all(commands.map((command) => take(command, 'start'))).then(() => {})
      const stopListening = lease.onSent?.(pollSoon)
      if (stopListening) signal.addEventListener('abort', stopListening, { once: true })
      keepPolling().catch((error: unknown) => {
        if (!signal.aborted) report(error)
      })
    },
    async close(end) {
      await last
      await outcomes.flush()
      if (end === 'over') await pollOnce('end')
    },
  }
}
