import type { PlacedPlan } from '../layout/place-plan.ts'

/** The keys that move the focus in the graph. */
export type GraphKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End'

const keys: Readonly<Record<string, GraphKey>> = {
  ...{ ArrowUp: 'ArrowUp', ArrowDown: 'ArrowDown', ArrowLeft: 'ArrowLeft', ArrowRight: 'ArrowRight' },
  ...{ Home: 'Home', End: 'End', j: 'ArrowDown', k: 'ArrowUp' },
}

/** Returns the key of the graph that a key press means; `j` and `k` are down and up. */
export const graphKey = ({ key, altKey, ctrlKey, metaKey }: KeyPress): GraphKey | undefined =>
  altKey || ctrlKey || metaKey ? undefined : keys[key]

type KeyPress = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>

/**
 * Returns the phase that a key moves to. Up and down follow edges, to the nearest dependency or dependent, or
 * else to the nearest card of the line before or after. Left and right move along the line.
 */
export const nextPhase = (placed: PlacedPlan, from: string, key: GraphKey): string | undefined => {
  const ids = [...placed.cards.keys()]
  if (key === 'Home') return ids[0]
  if (key === 'End') return ids.at(-1)
  const index = ids.indexOf(from)
  if (index < 0) return ids[0]
  if (key === 'ArrowLeft' || key === 'ArrowRight') return ids[index + (key === 'ArrowLeft' ? -1 : 1)] ?? from
  const isUp = key === 'ArrowUp'
  const along = placed.arrows.flatMap((arrow) =>
    isUp ? (arrow.to === from ? [arrow.from] : []) : arrow.from === from ? [arrow.to] : [],
  )
  const own = centre(placed, from)
  const beyond = ids.filter((id) => (isUp ? centre(placed, id).y < own.y : centre(placed, id).y > own.y))
  return nearest(placed, own, along) ?? nearest(placed, own, beyond) ?? from
}

const nearest = (placed: PlacedPlan, own: Point, ids: readonly string[]): string | undefined =>
  ids.reduce<{ id: string; distance: number } | undefined>((best, id) => {
    const { x, y } = centre(placed, id)
    // A line away counts more than a column away.
    const distance = Math.abs(x - own.x) + 4 * Math.abs(y - own.y)
    return best && best.distance <= distance ? best : { id, distance }
  }, undefined)?.id

interface Point {
  x: number
  y: number
}

const centre = ({ cards, lanes }: PlacedPlan, id: string): Point => {
  const card = cards.get(id)
  if (!card) return { x: 0, y: 0 }
  const top = lanes.find(({ batch }) => batch === card.batch)?.y ?? 0
  return { x: card.x + card.width / 2, y: top + card.y }
}
