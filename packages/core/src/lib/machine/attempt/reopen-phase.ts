import { isClosing } from '../state/ending.ts'
import { isRecording } from '../state/recording.ts'
import { neighbours } from '../../graph/graph.ts'
import { isTerminal, moveTo } from '../state/move-to.ts'
import { readyPhase } from '../waiting/ready-phase.ts'
import { createEffort } from '../state/effort.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { RunState } from '../state/run-state.ts'
import { unskipPart } from './skip-part.ts'
import { emit, type Turn } from '../state/turn.ts'

/** All attempts and waits of a phase are ahead of it again. */
export const giveAttemptsBack = (phase: PhaseState): void => {
  phase.effort = createEffort()
  phase.endedAt = undefined
}

/** Whether the rules let another attempt go on from the last one. What collided with the run's head is no ground for that. */
export const mayKeep = (
  { settings }: RunState,
  { attempt: { work }, effort: { collisions } }: PhaseState,
): boolean => settings.retry.workspace === 'keep' && work !== undefined && collisions === 0

/** Starts a phase again with all its attempts ahead, on what it has where the rules keep that. */
export const retryPhase = (turn: Turn, phase: PhaseState): void => {
  const { state } = turn
  const kept = mayKeep(state, phase)
  giveAttemptsBack(phase)
  phase.keeps = kept
  if (kept && phase.attempt.blockedStep !== undefined) {
    // The attempt that goes on is the one that counts.
    phase.resumeAt = 'unit'
    phase.effort.tries = 1
  } else phase.resumeAt = undefined
  moveTo(state, phase, 'ready')
  state.schedule.resuming.push(phase.index)
}

/** A person retries a failed phase: the phases that it alone blocked are free. */
export const retryFailed = (turn: Turn, phase: PhaseState): void => {
  const { state } = turn
  if (whyNotReopened(state, 'retry', phase.id) !== undefined) return
  retryPhase(turn, phase)
  releaseAll(turn)
  if (state.draining === 'phase_failed' && state.phases.every(({ status }) => status !== 'failed'))
    delete state.draining
}

/** A person takes a skip back: of a phase, or of a part of one. */
export const unskip = (turn: Turn, id: string): void => {
  const { state } = turn
  if (whyNotReopened(state, 'unskip', id) !== undefined) return
  delete state.ending.closing
  const phase = state.phases[state.graph.index.get(id) ?? -1]
  if (phase?.status !== 'skipped') return unskipPart(turn, id)
  freePhase(turn, phase)
  releaseAll(turn)
}

/**
 * Examines each phase that was blocked or skipped because of another one, ancestors first: it is free, or a dependency still stops it.
 *
 * All of them, not only the dependents of a phase that is reopened: a phase that was blocked before another dependency of it was skipped
 * stays skipped whatever is retried, and a resume and a retry report the same.
 */
export const releaseAll = (turn: Turn): void => {
  const { graph, phases } = turn.state
  for (const index of graph.order) release(turn, phases[index]!)
}

/** The dependencies of the phase must have been examined before it. */
const release = (turn: Turn, phase: PhaseState): void => {
  const { state } = turn
  if (phase.because === undefined || (phase.status !== 'blocked' && phase.status !== 'skipped')) return
  const { id } = phase
  const cause = causeOf(state, phase)
  if (!cause) return freePhase(turn, phase)
  const { status, because } = cause
  if (status === phase.status && because === phase.because) return
  const reason = `Phase ${because} was skipped.`
  moveTo(state, phase, status)
  phase.because = because
  if (status === 'blocked') emit(turn, 'phase_blocked', { phaseId: id, blockedBy: because })
  else emit(turn, 'phase_skipped', { phaseId: id, reason, skippedBy: because })
}

/** What a phase cannot start for: a dependency that is skipped, or one that failed or is blocked by what failed. */
const causeOf = (
  { graph, phases }: RunState,
  { index }: PhaseState,
): { status: 'blocked' | 'skipped'; because: string } | undefined => {
  const dependencies = [...neighbours(graph.dependencies, index)].map((dependency) => phases[dependency]!)
  const skipped = dependencies.find(({ status }) => status === 'skipped')
  if (skipped) return { status: 'skipped', because: skipped.id }
  for (const { id, status, because } of dependencies) {
    if (status === 'failed') return { status: 'blocked', because: id }
    if (status === 'blocked' && because !== undefined) return { status, because }
  }
  return undefined
}

const freePhase = (turn: Turn, phase: PhaseState): void => {
  const { state } = turn
  const wasSkipped = phase.status === 'skipped'
  giveAttemptsBack(phase)
  phase.because = undefined
  moveTo(state, phase, 'pending')
  state.schedule.barrier = 0
  if (wasSkipped) emit(turn, 'phase_unskipped', { phaseId: phase.id })
  if (phase.missing === 0) readyPhase(state, phase)
}

/** Whether a person may ask for it: the reason why not, or undefined. */
export const whyNotReopened = (state: RunState, what: 'retry' | 'unskip', id: string): string | undefined => {
  if (isClosing(state) || isRecording(state))
    return 'The run is being brought to its end. Take it up when it has ended.'
  const phase = state.phases[state.graph.index.get(id) ?? -1]
  if (what === 'retry') {
    if (!phase) return `The plan has no phase "${id}".`
    return phase.status === 'failed' ? undefined : `Phase ${id} has not failed: it is ${phase.status}.`
  }
  // A phase and a part of one may share an id: the skipped one is meant.
  const isPart = phase?.status !== 'skipped' && isSkippedByPerson(state, id)
  return phase && !isPart ? whyPhaseStays(state, phase) : whyPartStays(state, id)
}

const whyPhaseStays = (state: RunState, phase: PhaseState): string | undefined => {
  const { id } = phase
  if (phase.status !== 'skipped') return `Phase ${id} is not skipped: it is ${phase.status}.`
  if (phase.because !== undefined)
    return `Phase ${id} is skipped because ${phase.because} is. Take that back.`
  const cause = causeOf(state, phase)
  return cause && `Phase ${id} builds on ${cause.because}, which is not there. Take that up first.`
}

const isSkippedByPerson = ({ skippedByPerson }: RunState, id: string): boolean =>
  skippedByPerson.steps.has(id) || skippedByPerson.subtasks.has(id)

const whyPartStays = (state: RunState, id: string): string | undefined => {
  if (!isSkippedByPerson(state, id)) return `"${id}" is no phase, subtask or step that a person skipped.`
  const { phases } = state
  const owner = phases.find(({ planned }) =>
    planned.subtasks.some((subtask) => subtask.id === id || subtask.steps.some((step) => step.id === id)),
  )
  return owner && isTerminal(owner) ? `Phase ${owner.id} is ${owner.status} already.` : undefined
}
