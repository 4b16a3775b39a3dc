import { endAttempt } from '../attempt/end-attempt.ts'
import { findBefore } from './find-before.ts'
import { endLocked } from './wait-for-lock.ts'
import type { InputOf } from '../state/input/input.ts'
import { endRun } from './end-run.ts'
import { endRecorded } from './take-record.ts'
import { emit, type Turn } from '../state/turn.ts'

/** Takes a request to stop: gently, at once, or because nobody is there to answer. */
export const stopRun = (turn: Turn, request: 'drain_requested' | 'cancel_requested' | 'parked'): void => {
  const { state } = turn
  switch (request) {
    case 'drain_requested':
      if (state.draining === 'requested' || state.stopping) return
      state.draining = 'requested'
      return emit(turn, 'run_draining', { reason: 'requested' })
    case 'cancel_requested':
      return endSoon(turn, 'cancelled')
    case 'parked':
      if (state.status === 'waiting' && !state.stopping) endRun(turn, 'waiting')
  }
}

/** Stops what is active. The run ends when the last of it has stopped. */
export const endSoon = (turn: Turn, how: 'cancelled' | 'aborted'): void => {
  const { state } = turn
  if (state.stopping) {
    // An aborted run cannot be resumed; a cancelled one can.
    if (how === 'aborted') state.stopping = how
    return
  }
  state.stopping = how
  // Nothing is under way for the phases that only wait for their turn, so nothing would tell that they have
  // stopped.
  for (const index of state.schedule.integration.slice(1))
    endAttempt(turn, state.phases[index]!, { action: 'interrupt' })
  endLocked(turn)
  if (state.schedule.active.size > 0 || state.schedule.asking.size > 0)
    turn.effects.push({ type: 'interrupt' })
}

/** Nothing runs any more: the target is put back first where that is wanted. */
export const endStopped = (turn: Turn, how: 'cancelled' | 'aborted'): void => {
  const { state } = turn
  if (how === 'cancelled' || state.revert.stage === undefined || state.revert.stage === 'done')
    return endRecorded(turn, how)
  if (state.revert.stage === 'asked') return
  const found = findBefore(state, state.revert)
  if ('note' in found) {
    state.revert.stage = 'done'
    state.target.note = found.note
    return endRun(turn, how)
  }
  state.revert.stage = 'asked'
  state.revert.to = found.before
  turn.effects.push({ type: 'revert_run', found: state.target.commit, before: found.before })
}

/** The target is where it was before, or a note says why it is not. */
export const takeRevert = (
  { state }: Turn,
  { note, rescue, files, kept = [] }: InputOf<'run_reverted'>,
): void => {
  if (state.revert.stage !== 'asked') return
  state.revert.stage = 'done'
  const moved = state.target.commit !== state.revert.to
  if (note === undefined) {
    if (files) state.target.inCheckout = false
    else state.target.commit = state.revert.to ?? null
    // A batch in question may have nothing on the target.
    if (state.revert.batch === undefined || moved) state.revert.done = true
  }
  if (files && rescue !== undefined) {
    state.target.note = filesAs(rescue, kept)
    return
  }
  const { scope, batch } = state.revert
  const last = batch === undefined ? 'its last batch' : `batch ${batch + 1}`
  const what = scope === 'batch' ? last : 'the run'
  const branch = state.target.ref.replace('refs/heads/', '')
  const told = note ?? (rescue === undefined ? undefined : keptAs(branch, rescue, what))
  if (told !== undefined) state.target.note = told
}

const keptAs = (branch: string, rescue: string, what: string): string =>
  `${branch} is what it was before ${what}. To get its commits back on a branch: git branch again ${rescue}`

const filesAs = (rescue: string, kept: readonly string[]): string => {
  const but = kept.length === 0 ? '' : `, but for ${kept.join(', ')}, which you have changed since`
  return `The checkout is as it was before the run${but}. To get its files back: git merge --squash ${rescue}`
}
