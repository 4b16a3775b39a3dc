import type { PlanChange } from '../../event/change/plan-change.ts'
import type { Phase } from '../../plan/model/phase.ts'
import type { Plan } from '../../plan/model/plan.ts'
import { planCommands } from './plan-commands.ts'

/** The position of a phase's commit: on the run's head, on its way there, or neither. */
export type Standing = 'completed' | 'moving' | 'open'

/** Compares a run's plan with an edited one: changes in the edited plan's order, then removed phases. */
export const comparePlans = (
  before: Plan,
  after: Plan,
  standingOf: (phaseId: string) => Standing,
): PlanChange[] => {
  const known = new Map(before.phases.map((phase) => [phase.id, phase]))
  const kept = new Set(after.phases.map(({ id }) => id))
  const edited = after.phases.flatMap((phase): PlanChange[] => {
    const { id: phaseId, title } = phase
    const old = known.get(phaseId)
    if (!old) return [{ phaseId, title, change: 'added', fields: [] }]
    const standing = standingOf(phaseId)
    const fields = differences(old, phase, standing === 'open')
    return fields.length === 0 ? [] : [{ phaseId, title, change: whenEdited[standing], fields }]
  })
  const gone = before.phases.filter(({ id }) => !kept.has(id))
  return [
    ...edited,
    ...gone.map(({ id: phaseId, title }): PlanChange => {
      const change = standingOf(phaseId) === 'open' ? 'removed' : 'stays'
      return { phaseId, title, change, fields: [] }
    }),
  ]
}

const whenEdited = { open: 'changed', completed: 'again', moving: 'stays' } as const

/** Returns the edited plan, preceded by the phases that it no longer has and whose commits stay. */
export const withStaying = (before: Plan, after: Plan, changes: readonly PlanChange[]): Plan => {
  const there = new Set(after.phases.map(({ id }) => id))
  const staying = new Set(changes.filter(({ change }) => change === 'stays').map(({ phaseId }) => phaseId))
  const stays = before.phases.filter(({ id }) => staying.has(id) && !there.has(id))
  if (stays.length === 0) return after
  for (const { id } of stays) there.add(id)
  const phases = stays.map((phase) => ({
    ...phase,
    dependsOn: phase.dependsOn.filter((id) => there.has(id)),
  }))
  return { ...after, phases: [...phases, ...after.phases] }
}

/** Returns the commands of the edited plan that no one has approved. */
export const newCommands = (before: Plan, after: Plan): string[] => {
  const known = new Set(planCommands(before))
  return planCommands(after).filter((command) => !known.has(command))
}

/** The fields that define a phase's work, and those that also affect when and how it is done. */
const work = ['title', 'body', 'files', 'subtasks'] as const
const all = [...work, 'dependsOn', 'status', 'risk', 'meta'] as const

const differences = (one: Phase, other: Phase, isOpen: boolean): string[] =>
  (isOpen ? all : work).filter((field) => textOf(one[field], isOpen) !== textOf(other[field], isOpen))

/** Serialises a value without lines, and without the statuses of parts if the phase is closed. */
const textOf = (value: unknown, isOpen: boolean): string =>
  JSON.stringify(value, (key, part: unknown) =>
    key === 'line' || (key === 'status' && !isOpen) ? undefined : part,
  )
