import type { Row } from '../run/benchmark.ts'
import { formatFigure } from './format-figure.ts'

const width = 720
const height = 360
const left = 70
const right = 230
const top = 20
const bottom = 46

/** Colours that differ in lightness too and have contrast on white and on black. */
const colours = ['#d1495b', '#00798c', '#b8860b', '#6a5acd', '#3a7d44', '#c2559d', '#7a6c5d', '#4682b4']
const ours = '#e8590c'

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Returns the powers of ten that enclose the values. */
const decades = (values: readonly number[]): number[] => {
  const first = Math.floor(Math.log10(Math.min(...values)))
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))))
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

/**
 * Draws one series as an SVG image with logarithmic axes: a line per subject, labelled at its end. The text
 * and the axes adapt to a dark page.
 */
export const drawPlot = (title: string, axis: string, rows: readonly Row[]): string => {
  const shown = rows.filter(({ min, size }) => min > 0 && size > 0)
  const subjects = [...new Set(shown.map(({ subject }) => subject))]
  const across = decades(shown.map(({ size }) => size))
  const up = decades(shown.map(({ min }) => min))
  const place = (value: number, ticks: readonly number[]): number =>
    (Math.log10(value) - ticks[0]!) / (ticks.at(-1)! - ticks[0]!)
  const x = (size: number): number => left + place(size, across) * (width - left - right)
  const y = (value: number): number => height - bottom - place(value, up) * (height - top - bottom)

  let others = 0
  const lines = subjects.map((subject) => {
    const points = shown.filter((row) => row.subject === subject).sort((a, b) => a.size - b.size)
    const isOurs = subject.startsWith('amelia')
    const colour = isOurs ? ours : colours[others++ % colours.length]!
    return { subject, points, isOurs, colour, end: y(points.at(-1)!.min) }
  })
  // Labels in the order of the lines' ends, at least a line of text apart.
  const labels = [...lines].sort((a, b) => a.end - b.end)
  const step = Math.min(16, (height - top) / Math.max(1, labels.length))
  labels.forEach((label, at) => {
    const before = labels[at - 1]
    if (before) label.end = Math.max(label.end, before.end + step)
  })
  const over = (labels.at(-1)?.end ?? 0) - (height - 6)
  if (over > 0) for (const label of labels) label.end -= over

  const grid = [
    ...up.map((power) => {
      const at = y(10 ** power).toFixed(1)
      return `<path class="grid" d="M${left} ${at}H${width - right}"/><text class="end" x="${left - 8}" y="${Number(at) + 4}">${formatFigure(10 ** power)}</text>`
    }),
    ...across.map((power) => {
      const at = x(10 ** power).toFixed(1)
      return `<path class="grid" d="M${at} ${top}V${height - bottom}"/><text class="mid" x="${at}" y="${height - bottom + 18}">${formatFigure(10 ** power)}</text>`
    }),
  ]
  const drawn = lines.map(({ points, colour, isOurs, subject, end }) => {
    const path = points.map(({ size, min }) => `${x(size).toFixed(1)} ${y(min).toFixed(1)}`).join('L')
    const dots = points
      .map(({ size, min }) => `<circle cx="${x(size).toFixed(1)}" cy="${y(min).toFixed(1)}" r="3"/>`)
      .join('')
    const from = points.at(-1)!
    const lead = `M${(x(from.size) + 5).toFixed(1)} ${y(from.min).toFixed(1)}L${width - right + 14} ${end.toFixed(1)}`
    return `<g fill="${colour}" stroke="${colour}"><path fill="none" stroke-width="${isOurs ? 3 : 1.5}" d="M${path}"/>${dots}<path class="lead" d="${lead}"/></g><text x="${width - right + 18}" y="${(end + 4).toFixed(1)}"${isOurs ? ' class="ours"' : ''}>${escape(subject)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(title)}">
<title>${escape(title)}</title>
<style>
text { font: 12px system-ui, sans-serif; fill: #1f2328 }
.grid { stroke: #d0d7de } .lead { fill: none; stroke-dasharray: 2 3; opacity: .6 }
.end { text-anchor: end } .mid { text-anchor: middle } .ours { font-weight: 700 }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .grid { stroke: #30363d } }
</style>
${grid.join('\n')}
<text class="mid" x="${(left + width - right) / 2}" y="${height - 8}">${escape(axis)}</text>
<text x="4" y="12">${escape(shown[0]?.unit ?? '')}</text>
${drawn.join('\n')}
</svg>
`
}
