import type { PlacedPlan } from './place-plan.ts'
import { routeArrow } from './route-arrow.ts'

/** A part of the width of a drawing, in pixels from its left end. */
export interface Room {
  x: number
  width: number
}

/** The width that a label behind a batch needs. */
const enough = 230

/**
 * Returns for each separator the room between the arrows that pass it, by the number of the batch before: the
 * one with room for a label that is nearest to the middle, else the widest.
 */
export const freeRooms = (placed: PlacedPlan): ReadonlyMap<number, Room> => {
  const routes = placed.arrows.map((arrow) => routeArrow(placed, arrow))
  return new Map(
    placed.checkpoints.map(({ batch, y, height }) => {
      const below = y + height
      const passing = routes.flatMap((legs) => {
        const leg = legs.find(({ top }) => top > below)
        return leg && legs[0] !== leg && (legs[0]?.bottom ?? below) < below ? [leg.x] : []
      })
      return [batch, chooseRoom([0, ...passing.sort((one, other) => one - other), placed.width])]
    }),
  )
}

const chooseRoom = (ends: readonly number[]): Room => {
  const middle = (ends.at(-1) ?? 0) / 2
  const rooms = ends.slice(1).map((end, index) => ({ x: ends[index]!, width: end - ends[index]! }))
  const away = ({ x, width }: Room): number => Math.abs(x + width / 2 - middle)
  const wide = rooms.filter(({ width }) => width >= enough)
  if (wide.length > 0) return wide.reduce((best, room) => (away(room) < away(best) ? room : best))
  return rooms.reduce((best, room) => (room.width > best.width ? room : best))
}
