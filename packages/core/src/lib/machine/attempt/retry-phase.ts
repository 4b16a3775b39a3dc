import { returnToStep } from '../waiting/return-to-step.ts'
import { isClosing } from '../state/ending.ts'
import { isRecording } from '../state/recording.ts'
import { neighbours } from '../../graph/graph.ts'
import { isTerminal, moveTo } from '../state/move-to.ts'
import { readyPhase } from '../waiting/ready-phase.ts'
import type { RoundCause } from '../../contract/round-cause.ts'
import { roundAfter } from '../../policy/failure/round-after.ts'
import { createEffort } from '../state/effort.ts'
import { mayStartRound, startRound } from './round/start-round.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { RunState } from '../state/run-state.ts'
import { unskipPart } from './skip-part.ts'
import { emit, type Turn } from '../state/turn.ts'

/** Begins a new effort: all attempts and waits of the phase are available again. */
export const giveAttemptsBack = (phase: PhaseState): void => {
  phase.effort = createEffort()
  phase.endedAt = undefined
}

/**
 * Whether the next attempt may keep the last one's work. Work that conflicted with the run's head is not
 * kept.
 */
export const mayKeep = ({ settings }: RunState, { attempt: { work, collided } }: PhaseState): boolean =>
  settings.retry.workspace === 'keep' && work !== undefined && !collided

/**
 * Starts another round in a new effort, in which the attempt that goes on counts as the first one. Reports
 * whether it did.
 */
export const repeatRound = (
  turn: Turn,
  phase: PhaseState,
  { cause, details }: { cause: RoundCause; details: string[] },
): boolean => {
  if (!mayStartRound(turn.state, phase)) return false
  giveAttemptsBack(phase)
  phase.effort.tries = 1
  return startRound(turn, phase, { cause, details })
}

/** Starts a phase again in a new effort, on its last work if the rules keep it. */
export const retryPhase = (turn: Turn, phase: PhaseState): void => {
  const { state } = turn
  const kept = mayKeep(state, phase)
  giveAttemptsBack(phase)
  phase.attempt.interruption = undefined
  phase.keeps = kept
  if (kept && phase.attempt.blockedStep !== undefined) {
    // The attempt that continues counts as the first one.
    phase.resumeAt = 'unit'
    phase.effort.tries = 1
  } else phase.resumeAt = undefined
  moveTo(state, phase, 'ready')
  state.schedule.resuming.push(phase.index)
}

/**
 * Continues an interrupted attempt where it stood, in a new effort. Starts the phase if it has no attempt to
 * continue.
 */
export const continuePhase = (turn: Turn, phase: PhaseState): void => {
  giveAttemptsBack(phase)
  returnToStep(phase)
  phase.keeps = false
  if (phase.resumeAt !== undefined) phase.effort.tries = 1
  moveTo(turn.state, phase, 'ready')
  turn.state.schedule.resuming.push(phase.index)
}

/** The round with which a failed phase starts again, if it failed because its rounds were used up. */
export const roundOfFailed = (state: RunState, phase: PhaseState): RoundCause | undefined => {
  const [last] = phase.failures.slice(-1)
  const cause = last && roundAfter(last, phase.attempt)
  return cause !== undefined && mayStartRound(state, phase) ? cause : undefined
}

/** Retries a failed phase for a person, and frees the phases that only it blocked. */
export const retryFailed = (turn: Turn, phase: PhaseState): void => {
  const { state } = turn
  if (whyNotReopened(state, 'retry', phase.id) !== undefined) return
  const cause = roundOfFailed(state, phase)
  if (cause) repeatRound(turn, phase, { cause, details: [] })
  else retryPhase(turn, phase)
  releaseAll(turn)
  if (state.draining === 'phase_failed' && state.phases.every(({ status }) => status !== 'failed'))
    delete state.draining
}

/** Undoes a person's skip of a phase or of a part. */
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
 * Examines each phase that was blocked or skipped because of another one, ancestors first: it is free, or a
 * dependency still stops it.
 *
 * All of them, not only the dependents of a phase that is reopened: a phase that was blocked before another
 * dependency of it was skipped stays skipped whatever is retried, and a resume and a retry report the same.
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
  moveTo(state, phase, status)
  phase.because = because
  if (status === 'blocked') emit(turn, 'phase_blocked', { phaseId: id, blockedBy: because })
  else {
    phase.skipReason = `Phase ${because} was skipped.`
    emit(turn, 'phase_skipped', { phaseId: id, reason: phase.skipReason, skippedBy: because })
  }
}

/** Finds the dependency that keeps a phase from starting: one that is skipped, failed or blocked. */
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

/** Returns why a phase or a part cannot be reopened; undefined if it can. */
export const whyNotReopened = (state: RunState, what: 'retry' | 'unskip', id: string): string | undefined => {
  if (isClosing(state) || isRecording(state)) return 'The run is finishing. Try again when it has ended.'
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
  return cause && `Phase ${id} builds on ${cause.because}, which is not done. Reopen that first.`
}

const isSkippedByPerson = ({ skippedByPerson }: RunState, id: string): boolean =>
  skippedByPerson.steps.has(id) || skippedByPerson.subtasks.has(id)

const whyPartStays = (state: RunState, id: string): string | undefined => {
  if (!isSkippedByPerson(state, id)) return `"${id}" is not a phase, subtask or step that a person skipped.`
  const { phases } = state
  const owner = phases.find(({ planned }) =>
    planned.subtasks.some((subtask) => subtask.id === id || subtask.steps.some((step) => step.id === id)),
  )
  return owner && isTerminal(owner) ? `Phase ${owner.id} is ${owner.status} already.` : undefined
}
