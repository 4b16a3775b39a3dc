import { isOpen } from '../policy/is-open.ts'
import { block } from './end-attempt.ts'
import type { PhaseState } from './phase-state.ts'
import type { RunState } from './run-state.ts'
import type { Turn } from './turn.ts'

/** Whether nothing is left to do in a phase, because it all builds on parts of other phases that were skipped. */
export const isEmptied = ({ skippedParts }: RunState, { phase }: PhaseState): boolean => {
  if (skippedParts.subtasks.size === 0) return false
  const open = phase.subtasks.filter(isOpen)
  if (open.length === 0 || !open.every(({ id }) => skippedParts.subtasks.has(id))) return false
  const own = new Set(phase.subtasks.flatMap(({ id, steps }) => [id, ...steps.map((step) => step.id)]))
  return open.some(({ id }) => !own.has(rootOf(skippedParts, id)))
}

/** The part that a person skipped, for which this one is skipped too. */
const rootOf = ({ steps, subtasks }: RunState['skippedParts'], id: string): string => {
  let root = id
  for (;;) {
    const because = subtasks.get(root) ?? steps.get(root)
    if (because === undefined || because === null) return root
    root = because
  }
}

/** Nobody has said that the phase itself is not wanted: a person is asked before it counts as done without anything done. */
export const askAboutSkips = (turn: Turn, phase: PhaseState): void => {
  const { skippedParts } = turn.state
  const { id, subtasks } = phase.phase
  block(turn, phase, {
    blocker: 'dependency_skipped',
    message: `Nothing is left to do in phase ${id}: all of it builds on what was skipped.`,
    details: subtasks.flatMap((subtask) => {
      const root = rootOf(skippedParts, subtask.id)
      return root === subtask.id ? [] : [`${subtask.id} builds on ${root}, which was skipped`]
    }),
  })
}
