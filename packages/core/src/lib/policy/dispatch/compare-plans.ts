import type { PlanChange } from '../../event/plan-change.ts'
import type { Phase, Plan } from '../../plan/plan-schema.ts'
import { planCommands } from './plan-commands.ts'

/** How far a phase is: its commit is on the run's head, or is being put there, or is not there. */
export type Standing = 'completed' | 'moving' | 'open'

/** What differs between the plan that a run goes by and an edited one: in the edited plan's order, then what it has no more. */
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

/** The edited plan with the phases before it that it has no more and whose commits stay. */
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

/** Commands that nobody has agreed to yet. */
export const newCommands = (before: Plan, after: Plan): string[] => {
  const known = new Set(planCommands(before))
  return planCommands(after).filter((command) => !known.has(command))
}

/** What a phase is to do; and what decides besides when and how that is done. */
const work = ['title', 'body', 'files', 'subtasks'] as const
const all = [...work, 'dependsOn', 'status', 'risk'] as const

const differences = (one: Phase, other: Phase, isOpen: boolean): string[] =>
  (isOpen ? all : work).filter((field) => textOf(one[field], isOpen) !== textOf(other[field], isOpen))

/** Where something stands in the file is no part of what it says; whether its box is ticked only while there is something to do. */
const textOf = (value: unknown, isOpen: boolean): string =>
  JSON.stringify(value, (key, part: unknown) =>
    key === 'line' || (key === 'status' && !isOpen) ? undefined : part,
  )
