import { AmeliaError } from '../error/amelia-error.ts'
import { closeRun, isClosing, needsClosing } from './close-run.ts'
import { openBatchGates } from './checkpoint.ts'
import type { RunState } from './run-state.ts'
import { endRun, endStopped } from './stop-run.ts'
import type { Turn } from './turn.ts'

/** After every input: opens the gates of whole batches, and sees whether the run waits or is over. */
export const settleRun = (turn: Turn): void => {
  const { state } = turn
  if (state.endedAt !== undefined || state.status === 'created') return
  if (state.stopping) return state.active.size === 0 ? endStopped(turn, state.stopping) : undefined
  if (!state.prepared) return
  if (state.settings.trust === 'standard') openBatchGates(turn)
  state.status = 'running'
  if (state.active.size > 0) return
  if (isClosing(state)) return
  if (state.open === 0 && needsClosing(state) && state.gates.size === 0) return closeRun(turn)
  if (state.open === 0 && state.gates.size === 0) return endRun(turn, finalStatus(state))
  if (state.draining === 'requested') return endRun(turn, state.gates.size > 0 ? 'waiting' : 'cancelled')
  if (state.sleeping > 0) return
  if (state.gates.size > 0) {
    state.status = 'waiting'
    return
  }
  if (state.draining) return endRun(turn, 'failed')
  throw new AmeliaError('INTERNAL', 'Phases are left, nothing runs and nothing is asked.', {
    where: 'settleRun',
  })
}

const finalStatus = ({ phases, skippedParts }: RunState): 'completed' | 'partial' | 'failed' => {
  if (phases.some(({ status }) => status === 'failed')) return 'failed'
  const whole = phases.every(({ status }) => status === 'completed' || status === 'external')
  return whole && skippedParts.steps.size === 0 && skippedParts.subtasks.size === 0 ? 'completed' : 'partial'
}
