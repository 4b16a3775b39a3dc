import { isTerminal } from '../state/move-to.ts'
import { isRecording } from '../state/recording.ts'
import { isJournalOpen } from '../waiting/ask-about-journal.ts'
import { isRepositoryOpen } from '../waiting/is-repository-open.ts'
import { continueAttempt, startAttempt } from '../attempt/start-attempt.ts'
import type { PhaseState } from '../state/phase-state.ts'
import { planGate } from './plan-gate.ts'
import type { RunState } from '../state/run-state.ts'
import { findPause } from '../waiting/back-off.ts'
import { isBroke } from '../waiting/take-usage.ts'
import { emit, type Turn } from '../state/turn.ts'

/**
 * Gives free slots away: first to phases that have begun, then to the most urgent ready ones that write
 * nothing that an active phase writes. A draining run begins nothing.
 */
export const admitPhases = (turn: Turn): void => {
  const { state } = turn
  state.schedule.sleeping = 0
  if (!state.prepared || state.stopping || state.endedAt !== undefined || state.gates.has(planGate(state)))
    return
  if (state.locks.size > 0 || isRecording(state) || isJournalOpen(state) || isRepositoryOpen(state)) return
  if (state.settings.order === 'batches') raiseBarrier(state)
  if (state.schedule.resuming.length > 0) admitBegun(turn)
  admitReady(turn)
}

const isFull = ({ settings, schedule: { active } }: RunState): boolean => active.size >= settings.concurrency

const admitBegun = (turn: Turn): void => {
  const { state } = turn
  const waiting = state.schedule.resuming.splice(0)
  const begun = new Set(waiting)
  for (const index of waiting) {
    const phase = state.phases[index]!
    if (isKeptBack(state, phase, waiting)) {
      state.schedule.resuming.push(index)
      continue
    }
    const sleeps = (phase.effort.notBefore ?? 0) > turn.at || findPause(turn, phase) !== undefined
    if (sleeps) state.schedule.sleeping++
    const broke = phase.resumeAt !== 'integration' && isBroke(turn, phase)
    const waits = phase.effort.afterSiblings && findBusySibling(state, phase, begun) !== undefined
    // A phase that is to be integrated writes no more files. A phase that cannot begin anyway is not reported
    // as locked out.
    if (
      sleeps ||
      broke ||
      isFull(state) ||
      waits ||
      (phase.resumeAt !== 'integration' && isLocked(turn, phase))
    ) {
      state.schedule.resuming.push(index)
      continue
    }
    phase.effort.notBefore = undefined
    phase.effort.afterSiblings = false
    if (phase.resumeAt) continueAttempt(turn, phase)
    else startAttempt(turn, phase)
  }
}

/**
 * Whether a phase waits for the next process: once a person has asked the run to stop, no new attempt starts
 * and no interrupted one continues. In place, nothing else runs beside an interrupted phase.
 */
const isKeptBack = (state: RunState, phase: PhaseState, queue: readonly number[]): boolean =>
  (state.draining === 'requested' &&
    (phase.resumeAt === undefined || phase.attempt.interruption !== undefined)) ||
  isBehindInterrupted(state, phase, queue)

/**
 * Whether a phase waits, in place, until an interrupted one has continued. Of several interrupted ones, that
 * whose files are in the checkout continues first, then the others as they are queued.
 */
export const isBehindInterrupted = (
  { settings, phases, schedule }: RunState,
  phase: PhaseState,
  queue: readonly number[] = schedule.resuming,
): boolean =>
  settings.inPlace !== undefined &&
  phases.some(
    (other) =>
      other !== phase &&
      hasLeftWork(other) &&
      !isTerminal(other) &&
      !(hasLeftWork(phase) && continuesBefore(phase, other, queue)),
  )

/** Whether an attempt stopped before its work was committed, or has yet to continue. */
const hasLeftWork = ({ attempt: { interruption, findings } }: PhaseState): boolean =>
  interruption !== undefined || findings !== undefined

const continuesBefore = (one: PhaseState, other: PhaseState, queue: readonly number[]): boolean =>
  one.attempt.rescue === other.attempt.rescue
    ? queue.indexOf(one.index) < queue.indexOf(other.index)
    : one.attempt.rescue

/**
 * Finds another phase of the batch that is still on its first way (seed: phase-execution-reference, Partial
 * Parallel Failure).
 */
export const findBusySibling = (
  state: RunState,
  phase: PhaseState,
  begun: ReadonlySet<number>,
): number | undefined =>
  state.batches[state.batchOf[phase.index]!]!.find((index) => {
    const sibling = state.phases[index]!
    if (sibling === phase || sibling.effort.afterSiblings) return false
    const comes = sibling.status === 'ready' && (!state.draining || begun.has(index))
    return sibling.place !== undefined || comes || sibling.status === 'retrying'
  })

const admitReady = (turn: Turn): void => {
  const { state } = turn
  const aside: number[] = []
  while (!isFull(state) && !state.draining) {
    const index = state.schedule.ready.take()
    if (index === undefined) break
    const phase = state.phases[index]!
    if (phase.status !== 'ready' || phase.place) continue // skipped while it waited
    if (isBehindInterrupted(state, phase)) {
      aside.push(index)
      continue
    }
    if (isEarly(state, index)) continue
    const paused = findPause(turn, phase) !== undefined
    if (paused) state.schedule.sleeping++
    if (paused || isBroke(turn, phase) || isLocked(turn, phase)) aside.push(index)
    else startAttempt(turn, phase)
  }
  for (const index of aside) state.schedule.ready.add(index)
}

/** The first batch with something left, and what was set aside for it. */
const raiseBarrier = (state: RunState): void => {
  while (state.schedule.barrier < state.batches.length && state.batchLeft[state.schedule.barrier] === 0)
    state.schedule.barrier++
  for (const index of state.schedule.parked.get(state.schedule.barrier) ?? []) state.schedule.ready.add(index)
  state.schedule.parked.delete(state.schedule.barrier)
}

/** Sets a phase aside whose batch is not due. */
const isEarly = (state: RunState, index: number): boolean => {
  const batch = state.batchOf[index]!
  if (state.settings.order === 'dataflow' || batch <= state.schedule.barrier) return false
  const parked = state.schedule.parked.get(batch)
  if (parked) parked.push(index)
  else state.schedule.parked.set(batch, [index])
  return true
}

/** Whether an active phase conflicts with this one, or declares a file that this one declares too. */
const isLocked = (turn: Turn, phase: PhaseState): boolean => {
  const { state } = turn
  const apart = keepApart(phase)
  for (const index of state.schedule.active) {
    const files = apart(state.phases[index]!)
    if (!files) continue
    if (phase.lockedBy !== index) {
      phase.lockedBy = index
      emit(turn, 'phase_locked', { phaseId: phase.id, waitsFor: state.phases[index]!.id, files })
    }
    return true
  }
  return false
}

/**
 * Returns a function that lists the files that another phase declares too. Empty if the two only conflict;
 * undefined if they may run at the same time.
 */
export const keepApart = ({ id, planned }: PhaseState): ((other: PhaseState) => string[] | undefined) => {
  const own = new Set(planned.files)
  return (other) => {
    const files = own.size === 0 ? [] : other.planned.files.filter((file) => own.has(file))
    const conflicts =
      planned.conflictsWith?.includes(other.id) === true || other.planned.conflictsWith?.includes(id) === true
    return files.length > 0 || conflicts ? files : undefined
  }
}
