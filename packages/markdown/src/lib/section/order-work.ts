import type { SubtaskDraft } from '@amelia/core/plugin'
import { isStep } from './read-step.ts'
import type { SectionPart } from './read-tasks.ts'

/** Steps of a part of a section that no other work separates. */
export interface Steps extends SectionPart {
  /** The first line of their text. */
  from: number
}

type Told = Omit<SubtaskDraft, 'id'>

/** Returns the steps and the other work of a part in the order in which they are written. */
export const orderWork = (part: SectionPart, told: readonly Told[]): (Steps | Told)[] => {
  const fences = part.fences.filter(isStep)
  const work: (Steps | Told)[] = []
  let at = 0
  for (const task of [...told, undefined]) {
    const start = at
    const end = task?.line ?? Number.POSITIVE_INFINITY
    while ((fences[at]?.line ?? Number.POSITIVE_INFINITY) < end) at++
    const first = at > start ? fences[start] : undefined
    if (first) {
      const isFirst = work.length === 0
      work.push({
        ...part,
        fences: fences.slice(start, at),
        from: isFirst ? part.line + 1 : first.line,
        line: isFirst ? part.line : first.line,
        endLine: at - start === fences.length ? part.endLine : Math.min(end - 1, part.endLine),
      })
    }
    if (task) work.push(task)
  }
  return work
}
