import { isClosing } from '../state/ending.ts'
import { isStoppedByLocks } from '../waiting/release-lock.ts'
import { isRecording } from '../state/recording.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { closeRun, needsClosing } from './close-run.ts'
import { openBatchGates } from '../attempt/reach-checkpoint.ts'
import { endRun } from './end-run.ts'
import { endRecorded } from './take-record.ts'
import type { RunState } from '../state/run-state.ts'
import { endStopped } from './stop-run.ts'
import type { Turn } from '../state/turn.ts'
import { askAboutBudget } from '../waiting/take-usage.ts'

/** After every input: opens the gates of complete batches, and decides whether the run waits or has ended. */
export const finishTurn = (turn: Turn): void => {
  const { state } = turn
  if (state.endedAt !== undefined || state.status === 'created') return
  if (state.stopping)
    return state.schedule.active.size === 0 && !isRecording(state)
      ? endStopped(turn, state.stopping)
      : undefined
  if (state.locks.size > 0) return waitForLocks(turn)
  if (!state.prepared || isRecording(state)) return
  if (state.settings.trust === 'standard') openBatchGates(turn)
  // A phase that used no session when the budget ran out may need one now.
  if (state.draining !== 'requested') askAboutBudget(turn)
  state.status = 'running'
  if (state.schedule.active.size > 0 || state.schedule.asking.size > 0) return
  if (isClosing(state)) {
    // Nothing new starts in a run that is to stop, and the wait goes on after a resume.
    const waits = state.ending.closing?.stage === 'waiting'
    return waits && state.draining === 'requested' ? end(turn, 'cancelled') : undefined
  }
  if (state.open === 0 && needsClosing(state) && state.gates.size === 0) return closeRun(turn)
  if (state.open === 0 && state.gates.size === 0) return end(turn, finalStatus(state))
  if (state.draining === 'requested') return end(turn, state.gates.size > 0 ? 'waiting' : 'cancelled')
  if (state.schedule.sleeping > 0) return
  if (state.gates.size > 0) {
    state.status = 'waiting'
    return
  }
  if (state.draining) return end(turn, 'failed')
  throw new AmeliaError('INTERNAL', 'Phases remain, but nothing is running and no gate is open.', {
    where: 'finishTurn',
  })
}

const end = (turn: Turn, status: 'completed' | 'partial' | 'failed' | 'cancelled' | 'waiting'): void =>
  status === 'failed' || status === 'cancelled' ? endRecorded(turn, status) : endRun(turn, status)

const waitForLocks = (turn: Turn): void => {
  const { state } = turn
  const locked = isStoppedByLocks(state)
  state.status = locked ? 'waiting' : 'running'
  if (locked && state.draining === 'requested') endRun(turn, 'waiting')
}

const finalStatus = ({ phases, skippedParts }: RunState): 'completed' | 'partial' | 'failed' => {
  if (phases.some(({ status }) => status === 'failed')) return 'failed'
  const whole = phases.every(({ status }) => status === 'completed' || status === 'external')
  return whole && skippedParts.steps.size === 0 && skippedParts.subtasks.size === 0 ? 'completed' : 'partial'
}
