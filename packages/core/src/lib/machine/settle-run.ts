import { AmeliaError } from '../error/amelia-error.ts'
import { closeRun, isClosing, needsClosing } from './close-run.ts'
import { openGate } from './open-gate.ts'
import { checkpointDetails } from './run-attempt.ts'
import type { PhaseState, RunState } from './run-state.ts'
import { endRun } from './stop-run.ts'
import { shortId } from './short-id.ts'
import type { Turn } from './turn.ts'

/** After every input: opens the gates of whole batches, and sees whether the run waits or is over. */
export const settleRun = (turn: Turn): void => {
  const { state } = turn
  if (state.endedAt !== undefined || state.status === 'created') return
  if (state.stopping) return state.active.size === 0 ? endRun(turn, state.stopping) : undefined
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

/**
 * Asks once for all phases of a batch that stand at their checkpoint, when the others of the batch are terminal,
 * or can come no more because the run drains.
 */
const openBatchGates = (turn: Turn): void => {
  const { state } = turn
  if (state.gathered.size === 0) return
  const stuck = state.draining !== undefined && state.active.size === 0
  const asked = new Set([...state.gates.values()].flatMap(({ phaseIds }) => phaseIds))
  for (const batch of state.gathered) {
    if (state.batchOpen[batch]! > 0 && !stuck) continue
    state.gathered.delete(batch)
    const members = state.batches[batch]!.map((index) => state.phases[index]!).filter(
      ({ status, phase }) => status === 'checkpoint' && !asked.has(phase.id),
    )
    if (members.length > 0) openBatchGate(turn, batch, members)
  }
}

const openBatchGate = (turn: Turn, batch: number, members: PhaseState[]): void => {
  const ids = members.map(({ phase }) => phase.id)
  const attempts = members.map(({ phase, attempt }) => `${phase.id}.${attempt}`)
  openGate(turn, {
    id: `checkpoint:batch-${batch + 1}:${attempts[0]}`,
    kind: 'checkpoint',
    phaseIds: ids,
    question: `Batch ${batch + 1} (${ids.join(', ')}) is done and verified. Take it into the run?`,
    details: members.flatMap(checkpointDetails),
    suggestions: members.map(({ commit }) => `git show ${shortId(commit)}`),
    choices: ['approve', 'feedback', 'abort'],
  })
}
