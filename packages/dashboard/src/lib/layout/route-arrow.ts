import type { PlacedLine, PlacedPlan } from './place-plan.ts'

/** A vertical part of an arrow: it enters a line at the top, and leaves it at the bottom. */
export interface ArrowLeg {
  x: number
  top: number
  bottom: number
}

/** The distance in pixels between an arrow and the cards that it passes. */
const clearance = 5

/**
 * Routes an arrow from the bottom of a card to the top of another: through the lines between them it runs
 * beside the cards, near its straight way. Arrows of neighbouring cards run beside each other.
 */
export const routeArrow = (
  { cards, lanes, lines, width }: Pick<PlacedPlan, 'cards' | 'lanes' | 'lines' | 'width'>,
  { from, to }: { from: string; to: string },
): readonly ArrowLeg[] => {
  const [source, target] = [cards.get(from), cards.get(to)]
  if (!source || !target) return []
  const start = (lanes[source.batch - 1]?.y ?? 0) + source.y + source.height
  const end = (lanes[target.batch - 1]?.y ?? 0) + target.y
  const goal = target.x + target.width / 2
  const legs = [
    {
      x: source.x + source.width / 2,
      top: start,
      bottom: Math.max(start, lines[source.line]?.bottom ?? start),
    },
  ]
  const share = (Math.round(source.x / source.width) % 3) / 2
  for (const { top, bottom, ...line } of lines.slice(source.line + 1, target.line)) {
    const x = chooseGap(listGaps(line, width), { from: legs.at(-1)!.x, to: goal, share })
    legs.push({ x, top, bottom })
  }
  return [...legs, { x: goal, top: end, bottom: end }]
}

interface Gap {
  left: number
  right: number
}

/** Lists the places beside and between the cards of a line. */
const listGaps = ({ cards }: Pick<PlacedLine, 'cards'>, width: number): Gap[] => {
  const edges = [clearance, ...cards.flatMap(({ left, right }) => [left - clearance, right + clearance])]
  edges.push(width - clearance)
  return edges.flatMap((left, index) => {
    const right = edges[index + 1]
    return index % 2 === 0 && right !== undefined && left <= right ? [{ left, right }] : []
  })
}

/** Chooses the place in the nearest gap. Going on straight down is better than coming nearer to the goal. */
const chooseGap = (gaps: readonly Gap[], way: { from: number; to: number; share: number }): number => {
  const places = gaps.map(({ left, right }) => {
    const isNarrow = right - left < 4 * clearance
    return isNarrow ? left + (right - left) * way.share : Math.min(Math.max(way.from, left), right)
  })
  const cost = (x: number): number => Math.abs(x - way.from) + Math.abs(x - way.to) / 2
  return places.reduce((best, x) => (cost(x) < cost(best) ? x : best), places[0] ?? way.from)
}
