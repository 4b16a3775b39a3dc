import type { PhaseStatus } from '../../event/phase-status.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { RunState } from '../state/run-state.ts'
import { emit, type Turn } from '../state/turn.ts'

/** Starts the batch of a phase that gets a place, unless it has started already. */
export const startBatch = (turn: Turn, { index }: PhaseState): void => {
  const { state } = turn
  const number = state.batchOf[index]!
  if (state.startedBatches.has(number)) return
  state.startedBatches.add(number)
  emit(turn, 'batch_started', {
    batch: number + 1,
    of: state.batches.length,
    phases: state.batches[number]!.map((at) => state.phases[at]!)
      .filter(({ status }) => status !== 'external')
      .map(({ id }) => id),
  })
}

/** Ends the started batches whose last phase has just become terminal. */
export const endBatches = (turn: Turn): void => {
  const { state } = turn
  if (state.closedBatches.size === 0 || state.endedAt !== undefined) return
  const closed = [...state.closedBatches].sort((one, other) => one - other)
  state.closedBatches.clear()
  for (const number of closed)
    if (state.batchLeft[number] === 0 && state.startedBatches.delete(number)) end(turn, number)
}

const end = (turn: Turn, number: number): void => {
  const { state } = turn
  const phases = idsOf(state, number)
  const count = (status: PhaseStatus): number =>
    state.batches[number]!.filter((index) => state.phases[index]!.status === status).length
  const counts = {
    completed: count('completed'),
    external: count('external'),
    skipped: count('skipped'),
    failed: count('failed'),
    blocked: count('blocked'),
  }
  const hasFailed = counts.failed + counts.blocked > 0
  emit(turn, hasFailed ? 'batch_failed' : 'batch_completed', { batch: number + 1, phases, counts })
}

/** Keeps the batches of an edited plan started that contain the same phases under the same number. */
export const keepBatches = (
  state: RunState,
  before: Pick<RunState, 'batches' | 'startedBatches' | 'graph'>,
): void => {
  for (const number of before.startedBatches)
    if (state.batches[number] && idsOf(state, number).join('\n') === idsOf(before, number).join('\n'))
      state.startedBatches.add(number)
}

const idsOf = ({ batches, graph }: Pick<RunState, 'batches' | 'graph'>, number: number): string[] =>
  batches[number]!.map((index) => graph.ids[index]!)
