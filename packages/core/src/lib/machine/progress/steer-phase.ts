import { AmeliaError } from '../../error/amelia-error.ts'
import type { RunEventMap } from '../../event/run-event.ts'
import type { InputOf } from '../state/input/input.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { Guidance, RunState } from '../state/run-state.ts'
import { emit, type Turn } from '../state/turn.ts'
import { usesSession } from '../waiting/uses-session.ts'

/** Texts that may wait for one phase: all of them are given to its next session. */
const mostWaiting = 10

const findPhase = ({ phases, graph }: RunState, phaseId: string): PhaseState | undefined =>
  phases[graph.index.get(phaseId) ?? -1]

/** Whether no session follows. A failed, blocked or cancelled phase may run again after a resume. */
const isOver = (phase: PhaseState | undefined): boolean =>
  !phase || phase.status === 'completed' || phase.status === 'external' || phase.status === 'skipped'

/**
 * Whether no session of the phase follows because its steps are its work. A failed step may be adapted by an
 * agent; before a run starts, it is unknown whether it has one.
 */
export const isWithoutAgent = (state: RunState, phase: PhaseState): boolean => {
  const { settings, provider, status } = state
  return !usesSession(state, phase) && !(settings.adapt && (provider !== undefined || status !== 'running'))
}

/** Returns the error `NOT_STEERED` if a phase takes no text. It lists the phases that do. */
export const refuseSteer = (state: RunState, phaseId: string): AmeliaError | undefined => {
  const phase = findPhase(state, phaseId)
  const waiting = [...state.guidance.values()].filter((one) => one.phaseId === phaseId).length
  const takesText = (one: PhaseState): boolean => !isOver(one) && !isWithoutAgent(state, one)
  if (phase && takesText(phase) && waiting < mostWaiting) return undefined
  const why = !phase
    ? `The plan has no phase "${phaseId}".`
    : isOver(phase)
      ? `Phase ${phaseId} is ${phase.status}, so no session of it follows.`
      : isWithoutAgent(state, phase)
        ? noAgent(phaseId)
        : `${waiting} texts already wait for the next session of phase ${phaseId}.`
  const open = state.phases.filter(takesText).map(({ id }) => id)
  const names = open.length === 0 ? 'No phase takes a text.' : `Open phases: ${open.join(', ')}.`
  return new AmeliaError('NOT_STEERED', `${why} ${names}`, { phaseId, open })
}

/** The reason why a phase without sessions takes no text. */
export const noAgent = (phaseId: string): string =>
  `No agent works on phase ${phaseId}: its structured steps are executed as the plan states them. Change the plan instead.`

/**
 * Takes a text of a person for the agent of a phase. It is offered to the running session, or waits for the
 * phase's next one. An id is taken once.
 */
export const steerPhase = (turn: Turn, { phaseId, steerId, text }: InputOf<'steer_requested'>): void => {
  const { state } = turn
  if (state.steered.has(steerId)) return
  state.steered.add(steerId)
  const guidance: Guidance = { phaseId, text, given: false }
  state.guidance.set(steerId, guidance)
  const phase = findPhase(state, phaseId)
  if (phase?.place && phase.status === 'running') turn.effects.push({ type: 'steer', phaseId, steerId })
  // A phase that has ended since then drops it in the same turn.
  else if (!isOver(phase)) report(turn, steerId, guidance, { outcome: 'deferred' })
}

/**
 * Records that texts are being given to a session, before they are. From here on they are never given again:
 * a prompt contains them, and a running session answers.
 */
export const giveGuidance = (turn: Turn, { steerIds, to }: InputOf<'steer_given'>): void => {
  for (const steerId of steerIds) {
    const guidance = turn.state.guidance.get(steerId)
    if (!guidance || guidance.given) continue
    if (to === 'turn') guidance.given = true
    else end(turn, steerId, guidance, { outcome: 'delivered', to })
  }
}

/** Takes what became of a text that was offered to a running session. */
export const takeSteered = (turn: Turn, { steerId, outcome, reason }: InputOf<'steer_answered'>): void => {
  const guidance = turn.state.guidance.get(steerId)
  if (!guidance) return
  if (outcome === 'delivered') return end(turn, steerId, guidance, { outcome, to: 'turn' })
  if (outcome === 'dropped') return end(turn, steerId, guidance, { outcome, ...(reason && { reason }) })
  guidance.given = false
  if (!isOver(findPhase(turn.state, guidance.phaseId))) report(turn, steerId, guidance, { outcome })
}

/** Drops the texts of phases that have ended; with `all` every text, because the run ends for good. */
export const dropGuidance = (turn: Turn, all = false): void => {
  const { state } = turn
  if (state.endedAt !== undefined && !all) return
  for (const [steerId, guidance] of state.guidance) {
    const { phaseId, given } = guidance
    const phase = findPhase(state, phaseId)
    // The answer of a session that was given the text is still to come.
    if (!all && (given || !isOver(phase))) continue
    const reason = given
      ? 'The run ended before the session reported whether it received the text.'
      : !phase
        ? `The plan has no phase ${phaseId} any more.`
        : isOver(phase)
          ? `Phase ${phaseId} ended without another session.`
          : 'The run ended.'
    end(turn, steerId, guidance, { outcome: 'dropped', reason })
  }
}

/** Drops the texts that a process was giving to a session when it died: the session may have read them. */
export const dropInterrupted = (turn: Turn): void => {
  for (const [steerId, guidance] of turn.state.guidance)
    if (guidance.given)
      end(turn, steerId, guidance, {
        outcome: 'dropped',
        reason: 'The process ended while it gave the text to the session, which may have received it.',
      })
}

type Outcome = Pick<RunEventMap['phase_steered'], 'outcome' | 'to' | 'reason'>

const end = (turn: Turn, steerId: string, guidance: Guidance, outcome: Outcome): void => {
  turn.state.guidance.delete(steerId)
  report(turn, steerId, guidance, outcome)
}

const report = (turn: Turn, steerId: string, { phaseId, text }: Guidance, outcome: Outcome): void =>
  emit(turn, 'phase_steered', { phaseId, steerId, text, ...outcome })
