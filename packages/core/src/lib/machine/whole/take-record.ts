import { lockRecord, isRecording, type UnfinishedEnd } from '../state/recording.ts'
import { endRun } from './end-run.ts'
import type { InputOf } from '../state/input/input.ts'
import type { RunState } from '../state/run-state.ts'
import { ticksPlan } from '../state/ticks-plan.ts'
import type { Turn } from '../state/turn.ts'

/** Ends the run, or this process's part of it. Commits the report first if a phase was published. */
export const endRecorded = (turn: Turn, how: UnfinishedEnd): void => {
  const { state } = turn
  if (!needsRecord(state)) return endRun(turn, how)
  state.ending.recording = { how, stage: 'composing' }
  state.status = 'running'
  turn.effects.push({ type: 'close_run', head: state.head, ending: how })
}

/**
 * Whether an unfinished end is committed: phases were published one by one, and no other move of references
 * is left to a later process, which could not be made on top of the report.
 */
const needsRecord = (state: RunState): boolean => {
  const {
    settings,
    phases,
    head,
    locks,
    ending: { recording, recorded, reportCommit, closing },
    revert: { stage: reverting },
  } = state
  const commits = settings.artifacts === 'commit' || ticksPlan(state)
  if (settings.publish !== 'phase' || !commits) return false
  if (recording || recorded === head || reportCommit === head || state.checkoutInUse) return false
  if (reverting !== undefined || locks.size > 0 || (closing && closing.stage !== 'asking')) return false
  return phases.some(({ status }) => status === 'completed') && phases.every(({ intent }) => !intent)
}

/**
 * Whether a lock is left to a later process instead of a question: the run ends, and nothing else waits for
 * the lock.
 */
export const leavesLocks = (state: RunState): boolean =>
  isRecording(state) && (!state.ending.recording?.resumed || state.stopping !== undefined)

/**
 * Takes the outcome of the report's commit. A failure needs no question: the report is in the run's folder
 * too.
 */
export const takeRecord = (
  turn: Turn,
  input: InputOf<'run_composed' | 'refs_moved' | 'refs_refused' | 'closing_failed' | 'git_locked'>,
): void => {
  const { state } = turn
  const recording = state.ending.recording!
  if (input.type === 'run_composed' && input.ticks) state.ending.ticks = input.ticks
  if (input.type === 'run_composed' && input.updates.length > 0) {
    const { commit, updates, statement } = input
    const moving = { commit, updates, ...(statement && { statement }) }
    state.ending.recording = { ...recording, stage: 'moving', ...moving }
    turn.effects.push({ type: 'move_refs', updates, reconcile: false })
    return
  }
  if (input.type === 'git_locked' && recording.updates) lockRecord(state)
  else delete state.ending.recording
  if (input.type === 'refs_moved') {
    state.head = recording.commit!
    state.headRef = recording.commit!
    state.target.commit = recording.commit!
    if (recording.statement) state.statement = recording.statement
  }
  // An aborted run may still have to restore its target, so it ends like any run that is being stopped.
  if (state.stopping === 'aborted' || !recording.resumed) state.ending.recorded = state.head
  if (state.stopping !== 'aborted' && !recording.resumed) endRun(turn, recording.how)
}

/** Finishes a journalled move in a new process. A commit without one is made again at the next end. */
export const resumeRecord = ({ state, effects }: Turn): void => {
  const {
    stopping,
    ending: { recording },
  } = state
  if (stopping !== 'aborted') delete state.ending.recorded
  delete state.checkoutInUse
  if (!recording?.updates) {
    delete state.ending.recording
    return
  }
  state.ending.recording = { ...recording, stage: 'moving', resumed: true }
  effects.push({ type: 'move_refs', updates: recording.updates, reconcile: true })
}
