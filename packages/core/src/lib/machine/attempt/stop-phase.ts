import { AmeliaError } from '../../error/amelia-error.ts'
import { whereItStands } from '../../policy/dispatch/where-it-stands.ts'
import { forgetLocked } from '../waiting/release-lock.ts'
import { block } from './end-attempt.ts'
import { park } from './park.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { RunState } from '../state/run-state.ts'
import { emit, type Turn } from '../state/turn.ts'

/** Returns why a phase, or a step of it, cannot be stopped; undefined if it can. */
const whyNotStopped = (state: RunState, phaseId: string, stepId?: string): string | undefined => {
  const phase = state.phases[state.graph.index.get(phaseId) ?? -1]
  if (!phase) return `The plan has no phase "${phaseId}".`
  const step = phase.planned.subtasks.flatMap(({ steps }) => steps).find(({ id }) => id === stepId)
  if (stepId !== undefined && !step) return `Phase ${phaseId} has no step "${stepId}".`
  if (!isStoppable(state, phase)) return `Phase ${phaseId} is not running: it is ${phase.status}.`
  if (phase.attempt.stopped) return `Phase ${phaseId} is already being stopped.`
  if (phase.intent) return `Phase ${phaseId} is being integrated now.`
  const status = stepId === undefined ? 'running' : (phase.stepStatus.get(stepId) ?? 'pending')
  return status === 'running'
    ? undefined
    : `Step ${stepId} of phase ${phaseId} is not running: it is ${status}.`
}

/**
 * Returns the error `NOT_CANCELLED` if a phase, or a step of it, cannot be stopped. It lists what can be
 * stopped.
 */
export const refuseStop = (
  state: RunState,
  { phaseId, stepId }: { phaseId: string; stepId?: string | undefined },
): AmeliaError | undefined => {
  const why = whyNotStopped(state, phaseId, stepId)
  if (why === undefined) return undefined
  const running = state.phases
    .filter((one) => isActive(state, one) && whyNotStopped(state, one.id) === undefined)
    .map(({ id, stepStatus }) => ({ phaseId: id, steps: runningIn(stepStatus) }))
  const names = running.map((one) =>
    [`phase ${one.phaseId}`, ...one.steps.map((id) => `step ${id}`)].join(', '),
  )
  const now = names.length === 0 ? 'Nothing is running.' : `Running now: ${names.join('; ')}.`
  return new AmeliaError('NOT_CANCELLED', `${why} ${now}`, {
    phaseId,
    ...(stepId !== undefined && { stepId }),
    running,
  })
}

const runningIn = (status: PhaseState['stepStatus']): string[] =>
  [...status].flatMap(([id, how]) => (how === 'running' ? [id] : []))

const isActive = ({ schedule: { asking } }: RunState, { index, place }: PhaseState): boolean =>
  place !== undefined || asking.has(index)

const isStoppable = (state: RunState, phase: PhaseState): boolean =>
  isActive(state, phase) || phase.status === 'ready' || phase.status === 'retrying'

/**
 * Stops a phase for a person, who is asked how to continue once its effects have ended. Other phases
 * continue.
 */
export const stopPhase = (turn: Turn, phase: PhaseState, stepId?: string): void => {
  const { state } = turn
  if (whyNotStopped(state, phase.id, stepId) !== undefined) return
  phase.attempt.stopped = stepId === undefined ? {} : { stepId }
  const isInLine = state.schedule.integration.indexOf(phase.index) > 0
  const isAsking = state.schedule.asking.delete(phase.index)
  const isLocked = forgetLocked(state, phase)
  if (isAsking || (phase.place && !isInLine && !isLocked))
    turn.effects.push({ type: 'interrupt_phase', phaseId: phase.id })
  // A strategy does not report that it has stopped, so its verdict is not awaited.
  if (isAsking || !phase.place || isInLine || isLocked) endStoppedPhase(turn, phase)
}

/** Asks what to do with a stopped phase, once nothing runs for it any more. */
export const endStoppedPhase = (turn: Turn, phase: PhaseState): void => {
  const {
    schedule: { resuming },
  } = turn.state
  const { id } = phase
  const { stepId: wanted } = phase.attempt.stopped ?? {}
  // A step that ended before the stop reached it stays as it is, so the question is about the phase.
  const stepId = phase.stepStatus.get(wanted ?? '') === 'completed' ? undefined : wanted
  phase.attempt.stopped = undefined
  phase.effort.notBefore = undefined
  // The stop replaces any earlier question about the attempt.
  phase.attempt.keptAt = undefined
  const isQueued = phase.status === 'ready' || phase.status === 'retrying'
  const place = resuming.indexOf(phase.index)
  if (place >= 0) resuming.splice(place, 1)
  park(turn, phase)
  const message =
    stepId === undefined ? `Phase ${id} was stopped.` : `Step ${stepId} of phase ${id} was stopped.`
  // A phase that waits for its next attempt has nothing to continue.
  if (!isQueued) {
    phase.resumeAt = whereItStands(phase.attempt)
    phase.attempt.interruption = { class: 'cancelled', message }
  }
  for (const { id: subtaskId, steps } of phase.planned.subtasks) {
    for (const parts of [phase.subtaskStatus, phase.attempt.parts])
      if (parts?.get(subtaskId) === 'running') parts.set(subtaskId, 'cancelled')
    for (const step of steps) {
      if (phase.stepStatus.get(step.id) !== 'running') continue
      phase.stepStatus.set(step.id, 'cancelled')
      emit(turn, 'step_cancelled', { phaseId: id, subtaskId, stepId: step.id })
    }
  }
  block(turn, phase, {
    blocker: 'user_cancelled',
    message,
    details: (phase.attempt.work?.files ?? []).map((file) => `changed so far: ${file}`),
    ...(stepId === undefined ? {} : { stepId }),
  })
}
