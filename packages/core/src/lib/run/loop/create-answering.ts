import { AmeliaError } from '../../error/amelia-error.ts'
import type { GateView } from '../../event/gate-view.ts'
import type { InputDraft } from '../../machine/state/input/input.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { checkAnswer } from '../../machine/whole/check-answer.ts'
import { checkGateAnswer } from '../boundary/check-gate-answer.ts'
import { askGate, type GateAnswer } from '../mailbox/gate-question.ts'
import type { RunAdapters } from '../settings/option/run-adapters.ts'
import { runEnded } from './run-ended.ts'

export interface AnsweringOptions extends Pick<RunAdapters, 'onGate'> {
  state: RunState
  /** Whether the run stays in this process while it waits. */
  stays: boolean
  onListenerError(error: unknown, source: string): void
  /** Resolves once the machine has applied the input. */
  feedAndWait(input: InputDraft): Promise<void>
  /** Whether this process's part of the run has ended. */
  isOver(): boolean
  /** Called when the caller's function has answered, or refused to. */
  onIdle(): void
}

/** Asks the caller about gates, and saves the answers of people. */
export interface Answering {
  /** Asks the caller's function. Never rejects. */
  ask(gate: GateView): Promise<void>
  /** Whether this process waits for answers: the caller's function is being asked, or the run stays. */
  isAwaited(): boolean
  /** Resolves when the answer is in the journal. */
  answer(answer: GateAnswer): Promise<void>
  /** As `answer`, but a refusal names the gate's state also after the run has ended. */
  save(answer: GateAnswer): Promise<void>
}

/** Creates the answering of a run. */
export const createAnswering = (options: AnsweringOptions): Answering => {
  const { state, onGate, stays, onListenerError, feedAndWait, isOver, onIdle } = options
  const saving = new Set<string>()
  let asked = 0

  const save = async (given: GateAnswer): Promise<void> => {
    const { gateId } = given
    checkAnswer(state, given)
    if (isOver()) throw runEnded(state)
    if (saving.has(gateId))
      throw new AmeliaError('GATE_EXPIRED', `Another answer to gate "${gateId}" is being saved.`, { gateId })
    saving.add(gateId)
    return feedAndWait({ type: 'gate_answered', ...given }).finally(() => saving.delete(gateId))
  }

  const answer = async (given: GateAnswer): Promise<void> => {
    if (isOver()) throw runEnded(state)
    return save(given)
  }

  return {
    answer,
    save,
    isAwaited: () => stays || asked > 0,
    async ask(gate) {
      if (!onGate) return
      asked++
      try {
        const given = checkGateAnswer(await onGate(askGate(gate)))
        if (!given) return
        const { gateId = gate.id } = given
        // Somebody else may have answered this gate in the meantime.
        if (gateId !== gate.id || state.gates.has(gate.id)) await answer({ ...given, gateId })
      } catch (error) {
        onListenerError(error, '`onGate`')
      } finally {
        asked--
        onIdle()
      }
    },
  }
}
