import { whereItStands } from '../../policy/dispatch/where-it-stands.ts'
import { forgetHeld } from '../waiting/release-lock.ts'
import { block, park } from './end-attempt.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { RunState } from '../state/run-state.ts'
import type { Turn } from '../state/turn.ts'

/** Returns why a phase, or a step of it, cannot be stopped; undefined if it can. */
export const whyNotStopped = (state: RunState, phaseId: string, stepId?: string): string | undefined => {
  const phase = state.phases[state.graph.index.get(phaseId) ?? -1]
  if (!phase) return `The plan has no phase "${phaseId}".`
  if (!isStoppable(state, phase)) return `Phase ${phaseId} is not under way: it is ${phase.status}.`
  if (phase.attempt.stopped) return `Phase ${phaseId} is already being stopped.`
  if (phase.intent) return `Phase ${phaseId} is being integrated now.`
  if (stepId === undefined || phase.stepStatus.get(stepId) === 'running') return undefined
  return `Step "${stepId}" of phase ${phaseId} is not being carried out.`
}

const isStoppable = ({ schedule: { asking } }: RunState, { index, place, status }: PhaseState): boolean =>
  place !== undefined || asking.has(index) || status === 'ready' || status === 'retrying'

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
  const isHeld = forgetHeld(state, phase)
  if (isAsking || (phase.place && !isInLine && !isHeld))
    turn.effects.push({ type: 'interrupt_phase', phaseId: phase.id })
  // A strategy does not report that it has stopped, so its verdict is not awaited.
  if (isAsking || !phase.place || isInLine || isHeld) endStoppedPhase(turn, phase)
}

/** Asks what to do with a stopped phase, once nothing runs for it any more. */
export const endStoppedPhase = (turn: Turn, phase: PhaseState): void => {
  const {
    schedule: { resuming },
  } = turn.state
  const { id } = phase
  const { stepId } = phase.attempt.stopped ?? {}
  phase.attempt.stopped = undefined
  phase.effort.notBefore = undefined
  // The stop replaces any earlier question about the attempt.
  phase.attempt.heldAt = undefined
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
  for (const status of [phase.subtaskStatus, phase.stepStatus])
    for (const [part, how] of status) if (how === 'running') status.set(part, 'cancelled')
  block(turn, phase, {
    blocker: 'user_cancelled',
    message,
    details: (phase.attempt.work?.files ?? []).map((file) => `changed so far: ${file}`),
    ...(stepId === undefined ? {} : { stepId }),
  })
}
