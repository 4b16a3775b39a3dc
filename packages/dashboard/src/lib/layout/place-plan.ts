import type { Plan } from '@amelia/core'
import { layoutGraph } from '@amelia/core/machine'

/** The sizes of a drawing, in pixels. */
export const sizes = {
  card: 260,
  /** The height of a card without parts, and of each part. */
  head: 100,
  part: 26,
  gap: 20,
  padding: 16,
  laneHead: 38,
  between: 52,
} as const

/** The most parts that a card lists. */
export const mostParts = 5

/** A rectangle, from the top left corner of the drawing. */
export interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** The lane of a batch. */
export interface PlacedLane extends Place {
  /** The number of the batch, from 1. */
  batch: number
  phases: readonly string[]
}

/** The places of everything in a drawing of a plan. */
export interface PlacedPlan {
  width: number
  height: number
  lanes: readonly PlacedLane[]
  /** The cards, with their places in the lane. */
  cards: ReadonlyMap<string, Place & { batch: number }>
  /** The separators behind each lane but the last one, by the number of the batch before. */
  checkpoints: readonly (Place & { batch: number })[]
  arrows: readonly { from: string; to: string }[]
}

type Batches = readonly { batch: number; phases: readonly string[] }[]

/**
 * Places the phases of a plan: a lane for each batch, from top to bottom, with at most `columns` cards side
 * by side. Core's layout gives the order in a lane, which keeps arrows short. It depends on the plan
 * alone, so that nothing moves while a run progresses.
 */
export const placePlan = (plan: Plan, batches: Batches, columns: number): PlacedPlan => {
  const layout = layoutGraph(plan)
  const row = new Map(layout.phases.map((phase) => [phase.id, phase.row]))
  const parts = new Map(plan.phases.map(({ id, subtasks }) => [id, countRows(subtasks)]))
  const heightOf = (id: string): number => {
    const count = parts.get(id) ?? 0
    return sizes.head + (count === 0 ? 0 : count * sizes.part + 10)
  }
  const widest = Math.min(columns, Math.max(1, ...batches.map(({ phases }) => phases.length)))
  const width = widest * (sizes.card + sizes.gap) - sizes.gap + 2 * sizes.padding
  const cards = new Map<string, Place & { batch: number }>()
  const lanes: PlacedLane[] = []
  const checkpoints: (Place & { batch: number })[] = []
  let top = 0
  for (const { batch, phases } of batches) {
    const ordered = [...phases].sort((one, other) => (row.get(one) ?? 0) - (row.get(other) ?? 0))
    let y = sizes.laneHead
    for (let start = 0; start < ordered.length; start += columns) {
      const line = ordered.slice(start, start + columns)
      const height = Math.max(...line.map(heightOf))
      const left = (width - line.length * (sizes.card + sizes.gap) + sizes.gap) / 2
      line.forEach((id, index) => {
        const x = left + index * (sizes.card + sizes.gap)
        cards.set(id, { batch, x, y, width: sizes.card, height: heightOf(id) })
      })
      y += height + sizes.gap
    }
    const height = y - sizes.gap + sizes.padding
    lanes.push({ batch, phases, x: 0, y: top, width, height })
    top += height
    if (batch !== batches.at(-1)?.batch) {
      checkpoints.push({ batch, x: 0, y: top, width, height: sizes.between })
      top += sizes.between
    }
  }
  return { width, height: top, lanes, cards, checkpoints, arrows: layout.arrows }
}

/** The lines that the subtasks of a phase, and their steps, take in its card. */
const countRows = (subtasks: Plan['phases'][number]['subtasks']): number => {
  const count = subtasks.reduce((sum, { steps }) => sum + 1 + steps.length, 0)
  return count > mostParts ? mostParts : count
}
