import { rootOf } from '../../policy/dispatch/cascade-skips.ts'
import { isOpen } from '../../policy/dispatch/is-open.ts'
import { block } from './end-attempt.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { RunState } from '../state/run-state.ts'
import type { Turn } from '../state/turn.ts'

/** Whether all parts of a phase are skipped because they depend on skipped parts of other phases. */
export const isEmptied = ({ skippedParts }: RunState, { planned }: PhaseState): boolean => {
  if (skippedParts.subtasks.size === 0) return false
  const open = planned.subtasks.filter(isOpen)
  if (open.length === 0 || !open.every(({ id }) => skippedParts.subtasks.has(id))) return false
  const own = {
    subtask: new Set(planned.subtasks.map(({ id }) => id)),
    step: new Set(planned.subtasks.flatMap(({ steps }) => steps.map(({ id }) => id))),
  }
  return open.some((subtask) => {
    const { kind, id } = rootOf(skippedParts, { kind: 'subtask', id: subtask.id })
    return !own[kind].has(id)
  })
}

/** Asks a person about a phase with nothing left to do, before it counts as done. */
export const askAboutSkips = (turn: Turn, phase: PhaseState): void => {
  const { skippedParts } = turn.state
  const { id, subtasks } = phase.planned
  const built = subtasks.flatMap((subtask) => {
    const root = rootOf(skippedParts, { kind: 'subtask', id: subtask.id })
    return root.id === subtask.id ? [] : [{ subtask, root: root.id }]
  })
  const first = built[0] && phaseOf(turn.state, built[0].root)
  block(turn, phase, {
    blocker: 'dependency_skipped',
    message: `Nothing is left to do in phase ${id}: all of it depends on skipped work.`,
    details: built.map(({ subtask, root }) => `${subtask.id} builds on ${root}, which was skipped`),
    ...(first !== undefined && {
      suggestions: [`to do the skipped work after all: amelia fork ${turn.state.runId} --from ${first}`],
    }),
  })
}

/** The phase with a subtask or step. */
const phaseOf = ({ phases }: RunState, part: string): string | undefined =>
  phases.find(({ planned }) =>
    planned.subtasks.some(({ id, steps }) => id === part || steps.some((step) => step.id === part)),
  )?.planned.id
