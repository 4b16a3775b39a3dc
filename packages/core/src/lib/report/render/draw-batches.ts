import { displayWidth, widestOf } from '../../text/display-width.ts'
import { fitText } from '../../text/fit-text.ts'
import { phaseLabel } from './phase-label.ts'
import type { PhaseView } from '../phase-view.ts'
import { plainLabel } from './plain-label.ts'

/** Columns between two boxes of a row. Boxes and gaps are odd, so that every row has a middle column. */
const gap = 3
const parallelNote = '<- PARALLEL'

/**
 * Draws forks and joins between batches that each depend on every phase of the previous one. Returns
 * undefined if the drawing is wider than `width`.
 *
 * Boxes of a parallel batch show titles if all of them fit, otherwise only ids.
 */
export const drawBatches = (rows: readonly (readonly PhaseView[])[], width: number): string[] | undefined => {
  const boxes: string[][] = []
  for (const row of rows) {
    const cells = layOut(row, width)
    if (cells === undefined) return undefined
    boxes.push(cells)
  }
  const canvas = boxes.reduce((most, cells) => Math.max(most, rowWidth(cells)), 0)
  const centres = boxes.map((cells) => centresOf(cells, (canvas - 1) / 2))

  const lines: string[] = []
  boxes.forEach((cells, number) => {
    const at = centres[number]!
    const above = centres[number - 1]
    if (above !== undefined) lines.push(...connect(above, at))
    const line = place(cells, at)
    const noted = `${line}   ${parallelNote}`
    lines.push(cells.length > 1 && displayWidth(noted) <= width ? noted : line)
  })
  return lines
}

const layOut = (row: readonly PhaseView[], width: number): string[] | undefined => {
  if (row.length === 1) {
    const label = phaseLabel(row[0]!)
    return [odd(`[${fitText(label, width - 3, '...')}]`)]
  }
  if (row.length > width) return undefined
  for (const label of [phaseLabel, shortLabelOf]) {
    const texts = row.map((phase) => `[${label(phase)}]`)
    const widest = widestOf(texts)
    const cells = texts.map((text) => centre(text, widest + 1 - (widest % 2)))
    if (rowWidth(cells) <= width) return cells
  }
  return undefined
}

const shortLabelOf = (phase: PhaseView): string => plainLabel(phase.id)

const odd = (text: string): string => centre(text, displayWidth(text) + 1 - (displayWidth(text) % 2))

const centre = (text: string, width: number): string => {
  const space = width - displayWidth(text)
  return ' '.repeat(Math.floor(space / 2)) + text + ' '.repeat(Math.ceil(space / 2))
}

const rowWidth = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + displayWidth(cell), (cells.length - 1) * gap)

/** Returns the middle column of each box, in a row that is centred on `middle`. */
const centresOf = (cells: readonly string[], middle: number): number[] => {
  let left = middle - (rowWidth(cells) - 1) / 2
  return cells.map((cell) => {
    const at = left + (displayWidth(cell) - 1) / 2
    left += displayWidth(cell) + gap
    return at
  })
}

const place = (cells: readonly string[], centres: readonly number[]): string => {
  let line = ''
  let used = 0
  cells.forEach((cell, number) => {
    const width = displayWidth(cell)
    const left = centres[number]! - (width - 1) / 2
    line += ' '.repeat(left - used) + cell
    used = left + width
  })
  return line.trimEnd()
}

const connect = (above: readonly number[], below: readonly number[]): string[] => {
  if (above.length === 1 && below.length === 1) return [dots(above, '|'), dots(below, 'v')]
  const corners = new Set([...above, ...below])
  const first = Math.min(...corners)
  const last = Math.max(...corners)
  let bar = ' '.repeat(first)
  for (let column = first; column <= last; column++) bar += corners.has(column) ? '+' : '-'
  return [dots(above, '|'), bar, dots(below, '|'), dots(below, 'v')]
}

const dots = (columns: readonly number[], character: string): string => {
  let line = ''
  for (const column of columns) line += ' '.repeat(column - line.length) + character
  return line
}
