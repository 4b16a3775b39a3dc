import { type MarkedStatus, phaseMark, type Plan, type Tone } from '@amelia/core'
import { layoutGraph } from '@amelia/core/machine'
import { wrapText } from '../../../packages/core/src/lib/text/wrap-text.ts'

const box = { width: 156, height: 56, across: 44, down: 18, margin: 8 }
const lineHeight = 17

/** Colours in light and in dark mode. A page may set the variables itself. */
const style = `<style>svg{--ink:#26282c;--line:#767b85;--box:#f4f5f7;--good:#1a7f37;--active:#9a6700;--warn:#bc4c00;--bad:#cf222e}@media (prefers-color-scheme:dark){svg{--ink:#e3e4e8;--line:#9298a3;--box:#25272d;--good:#57c478;--active:#e3b341;--warn:#f0883e;--bad:#ff7b72}}</style>`

const strokes: Partial<Record<Tone, string>> = {
  good: 'var(--good)',
  active: 'var(--active)',
  warn: 'var(--warn)',
  bad: 'var(--bad)',
}

/**
 * Draws a plan as an SVG from left to right, in the places that `layoutGraph` gives its phases. Phases with a
 * status have its mark and colour. The colours follow the reader's light or dark mode.
 */
export const drawPlan = (plan: Plan, statuses: Readonly<Record<string, MarkedStatus>> = {}): string => {
  const { columns, rows, phases, arrows } = layoutGraph(plan)
  const tallest = Array.from(
    { length: columns },
    (_, column) => phases.filter((each) => each.column === column).length,
  )
  const places = new Map(
    phases.map(({ id, column, row }) => {
      const free = (rows - tallest[column]!) / 2
      const x = box.margin + column * (box.width + box.across)
      const y = box.margin + (row + free) * (box.height + box.down)
      return [id, { x, y }]
    }),
  )
  const width = 2 * box.margin + columns * (box.width + box.across) - box.across
  const height = 2 * box.margin + rows * (box.height + box.down) - box.down
  const lines = arrows.map(({ from, to }) => {
    const start = places.get(from)!
    const end = places.get(to)!
    const [x, y] = [start.x + box.width, start.y + box.height / 2]
    const [toX, toY] = [end.x - 5, end.y + box.height / 2]
    const middle = (x + toX) / 2
    return `<path d="M${x} ${y}C${middle} ${y} ${middle} ${toY} ${toX} ${toY}" marker-end="url(#arrow)"/>`
  })
  const nodes = plan.phases.map(({ id, title }) => {
    const { x, y } = places.get(id)!
    const status = statuses[id]
    const mark = status === undefined ? undefined : phaseMark(status)
    const stroke = (mark && strokes[mark.tone]) ?? 'var(--line)'
    const text = wrapText(`${mark === undefined ? '' : `${mark.mark} `}${title}`, 20).slice(0, 3)
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
<g fill="var(--box)" stroke-width="1.5" font-family="system-ui,sans-serif" font-size="14" text-anchor="middle">${nodes.join('\n').replaceAll('<text>', '<text fill="var(--ink)">')}</g>
</svg>
`
}

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
