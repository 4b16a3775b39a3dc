import type { Plan } from '@amelia/core'
import { type MarkedStatus, words, type Tone, layoutGraph } from '@amelia/core/view'
import { wrapText } from '../../../packages/core/src/lib/text/wrap-text.ts'

const box = { width: 116, height: 64, along: 22, beside: 16, margin: 8 }
const textSize = 13
const lineHeight = 16
/** Characters that fit into a line of a box. */
const lineLength = 14

/** The way from a phase to the phases that depend on it: to the right, or down in a narrow place. */
export type PlanDirection = 'right' | 'down'

/** Colours in light and in dark mode. A page may set the variables itself. */
const style = `<style>svg{--ink:#26282c;--line:#767b85;--box:#f4f5f7;--good:#1a7f37;--active:#9a6700;--warn:#bc4c00;--bad:#cf222e}@media (prefers-color-scheme:dark){svg{--ink:#e3e4e8;--line:#9298a3;--box:#25272d;--good:#57c478;--active:#e3b341;--warn:#f0883e;--bad:#ff7b72}}</style>`

const strokes: Partial<Record<Tone, string>> = {
  good: 'var(--good)',
  active: 'var(--active)',
  warn: 'var(--warn)',
  bad: 'var(--bad)',
}

/**
 * Draws a plan as an SVG, in the places that `layoutGraph` gives its phases. Phases with a status have its
 * mark and colour. The colours follow the reader's light or dark mode.
 */
export const drawPlan = (
  plan: Plan,
  statuses: Readonly<Record<string, MarkedStatus>> = {},
  direction: PlanDirection = 'right',
): string => {
  const { columns, rows, phases, arrows } = layoutGraph(plan)
  const isRight = direction === 'right'
  const tallest = Array.from(
    { length: columns },
    (_, column) => phases.filter((each) => each.column === column).length,
  )
  /** Steps between the boxes along the way of the dependencies, and beside it. */
  const [along, beside] = isRight
    ? [box.width + box.along, box.height + box.beside]
    : [box.height + box.along, box.width + box.beside]
  const places = new Map(
    phases.map(({ id, column, row }) => {
      const free = (rows - tallest[column]!) / 2
      const first = box.margin + column * along
      const second = box.margin + (row + free) * beside
      return [id, isRight ? { x: first, y: second } : { x: second, y: first }]
    }),
  )
  const length = 2 * box.margin + columns * along - box.along
  const breadth = 2 * box.margin + rows * beside - box.beside
  const [width, height] = isRight ? [length, breadth] : [breadth, length]
  const lines = arrows.map(({ from, to }) => {
    const start = places.get(from)!
    const end = places.get(to)!
    const path = isRight ? drawRight(start, end) : drawDown(start, end)
    return `<path d="${path}" marker-end="url(#arrow)"/>`
  })
  const nodes = plan.phases.map(({ id, title }) => {
    const { x, y } = places.get(id)!
    const status = statuses[id]
    const mark = status === undefined ? undefined : words.phaseMark(status)
    const stroke = (mark && strokes[mark.tone]) ?? 'var(--line)'
    const text = wrapText(`${mark === undefined ? '' : `${mark.mark} `}${title}`, lineLength).slice(0, 3)
    const top = y + box.height / 2 - ((text.length - 1) * lineHeight) / 2 + 5
    const spans = text.map(
      (line, index) =>
        `<tspan x="${x + box.width / 2}" y="${top + index * lineHeight}">${escapeText(line)}</tspan>`,
    )
    return `<rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="6" stroke="${stroke}"/><text>${spans.join('')}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${style}
<defs><marker id="arrow" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="var(--line)"/></marker></defs>
<g fill="none" stroke="var(--line)" stroke-width="1.5">${lines.join('')}</g>
<g fill="var(--box)" stroke-width="1.5" font-family="system-ui,sans-serif" font-size="${textSize}" text-anchor="middle">${nodes.join('\n').replaceAll('<text>', '<text fill="var(--ink)">')}</g>
</svg>
`
}

interface Place {
  x: number
  y: number
}

const drawRight = (start: Place, end: Place): string => {
  const [x, y] = [start.x + box.width, start.y + box.height / 2]
  const [toX, toY] = [end.x - 5, end.y + box.height / 2]
  const middle = (x + toX) / 2
  return `M${x} ${y}C${middle} ${y} ${middle} ${toY} ${toX} ${toY}`
}

const drawDown = (start: Place, end: Place): string => {
  const [x, y] = [start.x + box.width / 2, start.y + box.height]
  const [toX, toY] = [end.x + box.width / 2, end.y - 5]
  const middle = (y + toY) / 2
  return `M${x} ${y}C${x} ${middle} ${toX} ${middle} ${toX} ${toY}`
}

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
