import type { Plan } from '@amelia/core'
import { layoutGraph } from '@amelia/core/view'

/** The sizes of a drawing, in pixels. */
export const sizes = {
  card: 260,
  /** The height of a card without parts, and of the bar of its parts. */
  head: 126,
  parts: 22,
  gap: 20,
  /** Between two lines of a lane: room for arrows. */
  lineGap: 28,
  padding: 16,
  laneHead: 38,
  between: 68,
  /** Below a lane that is folded to one line. */
  foldedBetween: 32,
} as const

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
  /** Whether it is one line without cards. */
  isFolded: boolean
}

/** The card of a phase, with its place in the lane. */
export interface PlacedCard extends Place {
  batch: number
  /** The index of its line. */
  line: number
  /** Whether it is a word of a folded lane. */
  isFolded: boolean
}

/** Cards side by side, in coordinates of the drawing. */
export interface PlacedLine {
  top: number
  bottom: number
  /** The left and the right end of each card, from left to right. */
  cards: readonly { left: number; right: number }[]
}

/** The places of everything in a drawing of a plan. */
export interface PlacedPlan {
  width: number
  height: number
  lanes: readonly PlacedLane[]
  cards: ReadonlyMap<string, PlacedCard>
  /** All lines of cards, from top to bottom. */
  lines: readonly PlacedLine[]
  /** The separators behind the lanes, by the number of the batch before. */
  checkpoints: readonly (Place & { batch: number })[]
  arrows: readonly { from: string; to: string }[]
}

type Batches = readonly { batch: number; phases: readonly string[] }[]

/**
 * Places the phases of a plan: a lane for each batch, from top to bottom, with at most `columns` cards side
 * by side. Core's layout gives the order in a lane, which keeps arrows short. It depends on the plan and the
 * folded lanes alone, so that nothing else moves while a run progresses. The columns of a lane with several
 * lines are aligned, so that arrows pass between them. The cards of a folded lane are words, without arrows.
 */
export const placePlan = (
  plan: Plan,
  batches: Batches,
  columns: number,
  folded: ReadonlySet<number> = new Set(),
): PlacedPlan => {
  const layout = layoutGraph(plan)
  const row = new Map(layout.phases.map((phase) => [phase.id, phase.row]))
  const parted = new Set(plan.phases.flatMap(({ id, subtasks }) => (subtasks.length > 0 ? [id] : [])))
  const heightOf = (id: string): number => sizes.head + (parted.has(id) ? sizes.parts : 0)
  const widest = Math.min(columns, Math.max(1, ...batches.map(({ phases }) => phases.length)))
  const width = widest * (sizes.card + sizes.gap) - sizes.gap + 2 * sizes.padding
  const cards = new Map<string, PlacedCard>()
  const lines: PlacedLine[] = []
  const lanes: PlacedLane[] = []
  const checkpoints: (Place & { batch: number })[] = []
  let top = 0
  for (const { batch, phases } of batches) {
    if (folded.has(batch)) {
      const step = width / Math.max(1, phases.length)
      phases.forEach((id, index) => {
        const place = { x: index * step, y: 0, width: step, height: sizes.laneHead }
        cards.set(id, { batch, line: lines.length, isFolded: true, ...place })
      })
      lanes.push({ batch, phases, isFolded: true, x: 0, y: top, width, height: sizes.laneHead })
      top += sizes.laneHead
      checkpoints.push({ batch, x: 0, y: top, width, height: sizes.foldedBetween })
      top += sizes.foldedBetween
      continue
    }
    const ordered = [...phases].sort((one, other) => (row.get(one) ?? 0) - (row.get(other) ?? 0))
    let y = sizes.laneHead
    for (let start = 0; start < ordered.length; start += columns) {
      const line = ordered.slice(start, start + columns)
      const height = Math.max(...line.map(heightOf))
      const across = Math.min(ordered.length, columns)
      const left = (width - across * (sizes.card + sizes.gap) + sizes.gap) / 2
      const places = line.map((_, index) => left + index * (sizes.card + sizes.gap))
      line.forEach((id, index) => {
        const place = { x: places[index]!, y, width: sizes.card, height: heightOf(id) }
        cards.set(id, { batch, line: lines.length, isFolded: false, ...place })
      })
      lines.push({
        top: top + y,
        bottom: top + y + height,
        cards: places.map((x) => ({ left: x, right: x + sizes.card })),
      })
      y += height + sizes.lineGap
    }
    const height = y - sizes.lineGap + sizes.padding
    lanes.push({ batch, phases, isFolded: false, x: 0, y: top, width, height })
    top += height
    checkpoints.push({ batch, x: 0, y: top, width, height: sizes.between })
    top += sizes.between
  }
  const isDrawn = (id: string): boolean => cards.get(id)?.isFolded === false
  const arrows = layout.arrows.filter(({ from, to }) => isDrawn(from) && isDrawn(to))
  return { width, height: top, lanes, cards, lines, checkpoints, arrows }
}
