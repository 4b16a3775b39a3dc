import type { Plan } from '../model/plan.ts'
import { normalizePhaseId } from './normalize-phase-id.ts'

/** Gives a plan the ids of the plan before, where they differ only in how they are spelled. */
export const keepIds = (after: Plan, before: Plan): Plan => {
  const known = (items: readonly Item[]): Map<string, string> =>
    new Map(items.map(({ id }) => [normalizePhaseId(id), id]))
  const items = itemsOf(before)
  const ids = { phase: known(items.phase), subtask: known(items.subtask), step: known(items.step) }
  return renameIds(after, ({ id }, kind) => ids[kind].get(normalizePhaseId(id)) ?? id)
}

interface Item {
  id: string
  line: number
}

type Kind = 'phase' | 'subtask' | 'step'

const itemsOf = ({ phases }: Plan): Record<Kind, readonly Item[]> => {
  const subtasks = phases.flatMap((phase) => phase.subtasks)
  return { phase: phases, subtask: subtasks, step: subtasks.flatMap(({ steps }) => steps) }
}

/** Renames the phases, subtasks and steps of a plan, with all references. */
export const renameIds = (plan: Plan, nameOf: (item: Item, kind: Kind) => string): Plan => {
  const items = itemsOf(plan)
  const renamed = (kind: Kind): Map<string, string> =>
    new Map(
      items[kind].flatMap((item) => {
        const name = nameOf(item, kind)
        return name === item.id ? [] : [[item.id, name]]
      }),
    )
  const ids = { phase: renamed('phase'), subtask: renamed('subtask'), step: renamed('step') }
  if (ids.phase.size + ids.subtask.size + ids.step.size === 0) return plan
  const name = (kind: Kind, id: string): string => ids[kind].get(id) ?? id
  const names = (kind: Kind, all: readonly string[]): string[] => all.map((id) => name(kind, id))
  return {
    ...plan,
    phases: plan.phases.map((phase) => ({
      ...phase,
      id: name('phase', phase.id),
      dependsOn: names('phase', phase.dependsOn),
      parallelWith: names('phase', phase.parallelWith),
      ...(phase.conflictsWith && { conflictsWith: names('phase', phase.conflictsWith) }),
      subtasks: phase.subtasks.map((subtask) => ({
        ...subtask,
        id: name('subtask', subtask.id),
        dependsOn: names('subtask', subtask.dependsOn),
        steps: subtask.steps.map((step) => ({
          ...step,
          id: name('step', step.id),
          dependsOn: names('step', step.dependsOn),
          ...(step.validatesStep !== undefined && { validatesStep: name('step', step.validatesStep) }),
        })),
      })),
    })),
  }
}
