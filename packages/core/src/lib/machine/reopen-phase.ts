import { isTerminal, moveTo } from './move-to.ts'
import { readyPhase } from './ready-phase.ts'
import type { PhaseState, RunState } from './run-state.ts'
import { unskipPart } from './skip-part.ts'
import { emit, type Turn } from './turn.ts'
import { findDescendants } from '../policy/find-descendants.ts'
import { neighbours } from '../graph/graph.ts'

/** Starts a phase again with all its attempts ahead, on what it has where the rules keep that. */
export const retryPhase = (turn: Turn, phase: PhaseState): void => {
  const { state } = turn
  const kept = state.settings.retry.workspace === 'keep' && phase.commit !== undefined
  phase.tries = 0
  phase.collisions = 0
  phase.waits = 0
  phase.shortened = false
  phase.keeps = kept
  delete phase.notBefore
  delete phase.endedAt
  if (kept && phase.blockedStep !== undefined) phase.resumeAt = 'unit'
  else delete phase.resumeAt
  moveTo(state, phase, 'ready')
  state.resuming.push(phase.index)
}

/** A person takes a failed phase up again: what it blocked is free. */
export const retryFailed = (turn: Turn, phase: PhaseState): void => {
  const { state } = turn
  if (phase.status !== 'failed') return
  retryPhase(turn, phase)
  freeDescendants(turn, phase, 'blocked')
  if (state.draining === 'phase_failed' && state.phases.every(({ status }) => status !== 'failed'))
    delete state.draining
}

/** A person takes a skip back: of a phase, or of a part of one. */
export const unskip = (turn: Turn, id: string): void => {
  const { state } = turn
  const phase = state.phases[state.graph.index.get(id) ?? -1]
  if (phase?.status === 'skipped' && phase.because === undefined) {
    freePhase(turn, phase)
    freeDescendants(turn, phase, 'skipped')
  } else if (!phase && whyNotReopened(state, 'unskip', id) === undefined) unskipPart(turn, id)
}

/** Frees what has no other failed or skipped ancestor. */
const freeDescendants = (turn: Turn, phase: PhaseState, status: 'blocked' | 'skipped'): void => {
  const { state } = turn
  const dependents = findDescendants(state.graph, phase.index).map((index) => state.phases[index]!)
  for (const dependent of inOrder(state, dependents)) {
    if (dependent.status !== status || dependent.because === undefined) continue
    const cause = causeOf(state, dependent, status)
    if (cause === undefined) freePhase(turn, dependent)
    else dependent.because = cause.phase.id
  }
}

/** The dependency that still holds a phase: one that is skipped; or one that failed, or is blocked by what failed. */
const causeOf = (
  { graph, phases }: RunState,
  { index }: PhaseState,
  status: 'blocked' | 'skipped',
): PhaseState | undefined => {
  for (const dependency of neighbours(graph.dependencies, index)) {
    const found = phases[dependency]!
    if (status === 'skipped' && found.status === 'skipped') return found
    if (found.status === 'failed') return found
    if (found.status === 'blocked') return phases[graph.index.get(found.because ?? '') ?? dependency]
  }
  return undefined
}

/** Ancestors before those that build on them. */
const inOrder = ({ graph }: RunState, phases: PhaseState[]): PhaseState[] => {
  const place = new Map(phases.map((phase) => [phase.index, phase]))
  return [...graph.order].flatMap((index) => place.get(index) ?? [])
}

const freePhase = (turn: Turn, phase: PhaseState): void => {
  const { state } = turn
  const wasSkipped = phase.status === 'skipped'
  delete phase.because
  delete phase.endedAt
  moveTo(state, phase, 'pending')
  state.barrier = 0
  delete state.closing
  if (wasSkipped) emit(turn, 'phase_unskipped', { phaseId: phase.phase.id })
  if (phase.missing === 0) readyPhase(state, phase)
}

/** Whether a person may ask for it: the reason why not, or undefined. */
export const whyNotReopened = (state: RunState, what: 'retry' | 'unskip', id: string): string | undefined => {
  const phase = state.phases[state.graph.index.get(id) ?? -1]
  if (what === 'retry') {
    if (!phase) return `The plan has no phase "${id}".`
    return phase.status === 'failed' ? undefined : `Phase ${id} has not failed: it is ${phase.status}.`
  }
  if (phase) {
    if (phase.status !== 'skipped') return `Phase ${id} is not skipped: it is ${phase.status}.`
    return phase.because === undefined
      ? undefined
      : `Phase ${id} is skipped because ${phase.because} is. Take that back.`
  }
  const { steps, subtasks } = state.skippedByPerson
  if (!steps.has(id) && !subtasks.has(id))
    return `"${id}" is no phase, subtask or step that a person skipped.`
  const owner = ownerOf(state, id)
  return owner && isTerminal(owner) ? `Phase ${owner.phase.id} is ${owner.status} already.` : undefined
}

const ownerOf = ({ phases }: RunState, id: string): PhaseState | undefined =>
  phases.find(({ phase }) =>
    phase.subtasks.some((subtask) => subtask.id === id || subtask.steps.some((step) => step.id === id)),
  )
