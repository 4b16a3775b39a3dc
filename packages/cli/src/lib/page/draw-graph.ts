import type { PhaseReport, Plan } from '@amelia/core'
import { words, layoutGraph } from '@amelia/core/view'
import { fitText } from '../terminal/fit-text.ts'
import { escapeHtml } from './escape-html.ts'

/** Sizes in pixels: of a box, of the space between boxes, and around the drawing. */
const box = { width: 168, height: 44 }
const gap = { x: 56, y: 16 }
const margin = 8

/** The characters of a label that fit into a box. */
const labelRoom = 22

/** Draws the phases of a run and their dependencies as SVG. Each box links to the section of its phase. */
export const drawGraph = (plan: Plan, phases: readonly PhaseReport[]): string => {
  const { columns, rows, phases: placed, arrows } = layoutGraph(plan)
  const heights = Array.from({ length: columns }, () => 0)
  for (const { column } of placed) heights[column]!++
  const x = (column: number): number => margin + column * (box.width + gap.x)
  // A column is centred beside the highest one.
  const y = (column: number, row: number): number =>
    margin + (row + (rows - (heights[column] ?? 0)) / 2) * (box.height + gap.y)
  const places = new Map(placed.map(({ id, column, row }) => [id, { x: x(column), y: y(column, row) }]))
  const lines = arrows.map(({ from, to }) => {
    const [start, end] = [places.get(from)!, places.get(to)!]
    const [x1, y1] = [start.x + box.width, start.y + box.height / 2]
    const [x2, y2] = [end.x - 2, end.y + box.height / 2]
    const bend = gap.x / 2
    return `<path class="arrow" marker-end="url(#tip)" d="M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}"/>`
  })
  const boxes = phases.flatMap(({ id, title, status, excluded }, index) => {
    const place = places.get(id)
    if (place === undefined) return []
    const { mark, tone } = words.phaseMark(status, { excluded })
    const label = (text: string): string => escapeHtml(fitText(words.plainLabel(text), labelRoom, '…'))
    const name = escapeHtml(words.plainLabel(`Phase ${id}: ${title}, ${status}`))
    return [
      `<a href="#phase-${index + 1}"><g class="${tone}"><title>${name}</title><rect x="${place.x}" y="${place.y}" width="${box.width}" height="${box.height}" rx="6"/><text x="${place.x + 10}" y="${place.y + 18}" class="id">${mark} ${label(id)}</text><text x="${place.x + 10}" y="${place.y + 35}">${label(title)}</text></g></a>`,
    ]
  })
  const width = Math.max(0, columns * (box.width + gap.x) - gap.x) + 2 * margin
  const height = Math.max(0, rows * (box.height + gap.y) - gap.y) + 2 * margin
  return [
    `<svg class="graph" role="img" aria-label="Phases and their dependencies" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="tip" d="M0 0L8 4L0 8Z"/></marker></defs>',
    ...lines,
    ...boxes,
    '</svg>',
  ].join('\n')
}
