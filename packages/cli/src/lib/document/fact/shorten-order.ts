import type { Batch, PhaseView } from '@amelia/core'
import { words } from '@amelia/core/view'

/** More phases are more than a person reads; `--json` lists them. */
const mostPhases = 50
const mostNamed = 20

/** The beginning of a plan's order. */
export interface ShortOrder {
  /** All phases, each with the first of its dependencies and the number of the others. */
  phases: PhaseView[]
  batches: Batch[]
  /** The number of phases that the batches leave out, in words. */
  more: string[]
}

/** Shortens the order of a plan to the phases that a text shows. */
export const shortenOrder = (
  phases: readonly PhaseView[],
  batches: readonly Batch[],
  flag = '--json',
): ShortOrder => {
  const shown: Batch[] = []
  let room = mostPhases
  for (const batch of batches) {
    if (room <= 0) break
    shown.push({ ...batch, phases: batch.phases.slice(0, room) })
    room -= batch.phases.length
  }
  const left = phases.length - mostPhases
  return {
    phases: phases.map((phase) => ({ ...phase, dependsOn: shorten(phase.dependsOn) })),
    batches: shown,
    more: left > 0 ? [`and ${left} more phases in ${batches.length} batches; see ${flag}`] : [],
  }
}

const shorten = (ids: readonly string[]): readonly string[] =>
  ids.length > mostNamed ? [...ids.slice(0, mostNamed), `and ${ids.length - mostNamed} more`] : ids

/** Describes the critical path: all of it, or its beginning and its end. */
export const describePath = (ids: readonly string[]): string => {
  const left = ids.length - 2 * mostNamed
  const named = left > 0 ? [...ids.slice(0, mostNamed), `${left} more`, ...ids.slice(-mostNamed)] : ids
  return named.map(words.plainLabel).join(' -> ')
}
