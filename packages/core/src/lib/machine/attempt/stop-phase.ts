import { forgetHeld } from '../waiting/release-lock.ts'
import { block, park } from './end-attempt.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { RunState } from '../state/run-state.ts'
import type { Turn } from '../state/turn.ts'

/** Whether a person may stop a phase, or a step of it: the reason why not, or undefined. */
export const whyNotStopped = (state: RunState, phaseId: string, stepId?: string): string | undefined => {
  const phase = state.phases[state.graph.index.get(phaseId) ?? -1]
  if (!phase) return `The plan has no phase "${phaseId}".`
  if (!isStoppable(state, phase)) return `Phase ${phaseId} is not under way: it is ${phase.status}.`
  if (phase.attempt.stopped) return `Phase ${phaseId} is being stopped already.`
  if (phase.intent) return `Phase ${phaseId} is being integrated at this moment.`
  if (stepId === undefined || phase.stepStatus.get(stepId) === 'running') return undefined
  return `Step "${stepId}" of phase ${phaseId} is not being carried out.`
}

const isStoppable = ({ schedule: { asking } }: RunState, { index, place, status }: PhaseState): boolean =>
  place !== undefined || asking.has(index) || status === 'ready' || status === 'retrying'

/** A person stops a phase: what runs for it ends, and then they are asked what is to become of it. The others go on. */
export const stopPhase = (turn: Turn, phase: PhaseState, stepId?: string): void => {
  const { state } = turn
  if (whyNotStopped(state, phase.id, stepId) !== undefined) return
  phase.attempt.stopped = stepId === undefined ? {} : { stepId }
  const isInLine = state.schedule.integration.indexOf(phase.index) > 0
  const isAsking = state.schedule.asking.delete(phase.index)
  const isHeld = forgetHeld(state, phase)
  if (isAsking || (phase.place && !isInLine && !isHeld))
    turn.effects.push({ type: 'interrupt_phase', phaseId: phase.id })
  // Nothing tells that a strategy has stopped: its verdict is not waited for any more.
  if (isAsking || !phase.place || isInLine || isHeld) endStoppedPhase(turn, phase)
}

/** What ran for a phase that a person stopped has come to its end. */
export const endStoppedPhase = (turn: Turn, phase: PhaseState): void => {
  const {
    schedule: { resuming },
  } = turn.state
  const { id } = phase
  const { stepId } = phase.attempt.stopped ?? {}
  phase.attempt.stopped = undefined
  phase.effort.notBefore = undefined
  // What was asked of the attempt before is no longer the question.
  phase.attempt.heldAt = undefined
  const place = resuming.indexOf(phase.index)
  if (place >= 0) resuming.splice(place, 1)
  park(turn, phase)
  for (const status of [phase.subtaskStatus, phase.stepStatus])
    for (const [part, how] of status) if (how === 'running') status.set(part, 'cancelled')
  block(turn, phase, {
    blocker: 'user_cancelled',
    message: stepId === undefined ? `Phase ${id} was stopped.` : `Step ${stepId} of phase ${id} was stopped.`,
    details: (phase.attempt.work?.files ?? []).map((file) => `changed so far: ${file}`),
    ...(stepId === undefined ? {} : { stepId }),
  })
}
