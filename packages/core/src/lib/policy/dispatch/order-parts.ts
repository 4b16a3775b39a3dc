import type { Phase } from '../../plan/model/phase.ts'
import type { Subtask } from '../../plan/model/subtask.ts'
import type { PhasePart } from './cut-phase.ts'

/**
 * For each part of a phase, the parts of the phase that it waits for, by index.
 *
 * Parts run one after the other, except that a part for a person's hands delays only the parts that depend on
 * it, near or far. `declared`: the plan declares dependencies. Otherwise its order counts as one.
 */
export const orderParts = (parts: readonly PhasePart[], declared: boolean): number[][] => {
  if (!declared || !parts.some(({ manual }) => manual))
    return parts.map((_, index) => (index === 0 ? [] : [index - 1]))
  const places = createPlaces()
  const delayed: boolean[] = []
  let last: number[] = []
  return parts.map((part, index) => {
    const needs = [...places.add(part, index), ...(part.continues ? [index - 1] : [])]
    const isDelayed = needs.some((other) => parts[other]!.manual || delayed[other]!)
    delayed.push(isDelayed)
    const waits = isDelayed ? [...new Set([...last, ...needs])] : last
    if (!isDelayed && !part.manual) last = [index]
    return waits
  })
}

/** The subtasks of a phase that depend on one with a manual step, near or far, in an earlier place. */
export const findDelayed = ({ subtasks }: Phase): Set<Subtask> => {
  const places = createPlaces()
  const delayed = new Set<Subtask>()
  if (!subtasks.some(isManual)) return delayed
  subtasks.forEach((subtask, index) => {
    const needs = places.add({ subtasks: [subtask] }, index).map((other) => subtasks[other]!)
    if (needs.some((other) => isManual(other) || delayed.has(other))) delayed.add(subtask)
  })
  return delayed
}

const isManual = ({ steps }: Subtask): boolean => steps.some(({ action }) => action === 'manual')

/** The parts that no other part waits for. */
export const lastParts = (order: readonly (readonly number[])[]): number[] => {
  const waited = new Set(order.flat())
  return order.flatMap((_, index) => (waited.has(index) ? [] : [index]))
}

/** Where subtasks and steps are. `add` adds a part and returns the earlier parts that it depends on. */
const createPlaces = (): { add(part: Pick<PhasePart, 'subtasks'>, index: number): number[] } => {
  const places = new Map<string, number[]>()
  const put = (id: string, index: number): void => {
    const known = places.get(id)
    if (known) known.push(index)
    else places.set(id, [index])
  }
  /** By the id of a step: earlier parts that validate it. */
  const validators = new Map<string, number>()
  return {
    add({ subtasks }, index) {
      const steps = subtasks.flatMap((subtask) => subtask.steps)
      const ids = [
        ...subtasks.flatMap(({ dependsOn }) => dependsOn),
        ...steps.flatMap(({ dependsOn, validatesStep }) =>
          validatesStep === undefined ? dependsOn : [...dependsOn, validatesStep],
        ),
      ]
      const needs = new Set([
        ...ids.flatMap((id) => places.get(id) ?? []),
        ...steps.flatMap(({ id }) => validators.get(id) ?? []),
      ])
      for (const { id } of subtasks) put(id, index)
      for (const { id, validatesStep } of steps) {
        put(id, index)
        if (validatesStep !== undefined && !places.has(validatesStep)) validators.set(validatesStep, index)
      }
      return [...needs]
    },
  }
}
