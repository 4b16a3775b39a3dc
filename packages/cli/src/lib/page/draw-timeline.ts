import type { PhaseReport } from '@amelia/core'
import { words } from '@amelia/core/view'
import { fitText } from '../terminal/fit-text.ts'
import { escapeHtml } from './escape-html.ts'
import type { Span, SpanEnd } from './list-spans.ts'

const row = 22
const labels = 190
const width = 960
const marks = 4

/** The colour of an attempt, by how it ended. */
const tones: Record<SpanEnd, string> = {
  ...{ passed: 'good', failed: 'bad', interrupted: 'warn', running: 'active', left: 'dim' },
}

/** Draws the times in which phases were running as SVG, a row for each phase. Empty if none has started. */
export const drawTimeline = (phases: readonly PhaseReport[], spans: readonly Span[]): string => {
  if (spans.length === 0) return ''
  const byPhase = new Map<string, Span[]>()
  let [first, last] = [Infinity, 0]
  for (const span of spans) {
    byPhase.set(span.phaseId, [...(byPhase.get(span.phaseId) ?? []), span])
    first = Math.min(first, span.from)
    last = Math.max(last, span.to)
  }
  const all = Math.max(1, last - first)
  const x = (time: number): number =>
    Math.round((labels + ((time - first) / all) * (width - labels - 10)) * 10) / 10
  const shown = phases.filter(({ id }) => byPhase.has(id))
  const height = (shown.length + 1) * row + 6
  const rows = shown.map(({ id, title }, index) => {
    const y = index * row
    const label = escapeHtml(fitText(words.plainLabel(`${id} ${title}`), 27, '…'))
    const own = byPhase.get(id) ?? []
    const bars = own.map(({ attempt, from, to }) => {
      // An attempt that waited has several bars, of which the last one has its result.
      const tone = tones[own.findLast((other) => other.attempt === attempt)!.end]
      return `<rect class="${tone}" x="${x(from)}" y="${y + 4}" width="${Math.max(2, x(to) - x(from)).toFixed(1)}" height="${row - 8}" rx="3"><title>${escapeHtml(`Phase ${words.plainLabel(id)}, attempt ${attempt}: ${words.formatDuration(to - from)}`)}</title></rect>`
    })
    return `<text x="0" y="${y + 15}">${label}</text>${bars.join('')}`
  })
  const axis = Array.from({ length: marks + 1 }, (_, index) => {
    const time = first + (all * index) / marks
    const anchor = index === 0 ? 'start' : index === marks ? 'end' : 'middle'
    return `<line class="axis" x1="${x(time)}" x2="${x(time)}" y1="0" y2="${height - row}"/><text class="tick" text-anchor="${anchor}" x="${x(time)}" y="${height - 8}">${words.formatDuration(time - first)}</text>`
  })
  return `<svg class="timeline" role="img" aria-label="Times of the phases" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n${[...axis, ...rows].join('\n')}\n</svg>`
}
