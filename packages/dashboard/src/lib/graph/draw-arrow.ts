import type { ArrowLeg } from '../layout/route-arrow.ts'

/** The height of a curve at most, in pixels. */
const turn = 50

/**
 * Draws an arrow as the data of an SVG path: curves between the lines of cards, straight ways through them.
 */
export const drawArrow = (legs: readonly ArrowLeg[]): string => {
  const [first, ...rest] = legs
  const last = rest.at(-1)
  if (!first || !last) return ''
  let path = `M${first.x} ${first.top}V${first.bottom}`
  let { x, bottom } = first
  for (const leg of rest) {
    // Below the turn are the label of a separator and the head of a lane.
    const end = Math.min(leg.top, bottom + turn)
    const middle = (bottom + end) / 2
    path +=
      leg.x === x ? `V${leg.bottom}` : `C${x} ${middle} ${leg.x} ${middle} ${leg.x} ${end}V${leg.bottom}`
    ;({ x, bottom } = leg)
  }
  return `${path}m-4 -6l4 6l4 -6`
}
