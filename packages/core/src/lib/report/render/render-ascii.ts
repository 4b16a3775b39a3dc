import { checkArgument } from '../../error/check/check-options.ts'
import type { Batch } from '../../graph/plan-batches.ts'
import { displayWidth, widestOf } from '../../text/display-width.ts'
import { drawBatches } from './draw-batches.ts'
import { fitText, padText } from '../../text/fit-text.ts'
import { phaseLabel } from './phase-label.ts'
import { type PhaseView, viewRules } from '../phase-view.ts'
import { plainLabel } from './plain-label.ts'

/**
 * Draws the phases in ASCII characters, at most `width` columns wide (default 80, minimum 20).
 *
 * If each batch depends on every phase of the previous one, it draws forks and joins as in the seed
 * phase-execution-reference. It lists any other graph batch by batch, each phase with its dependencies.
 * Throws `OPTION_INVALID` for other values than views of phases and batches.
 */
export const renderAscii = (
  phases: readonly PhaseView[],
  batches: readonly Batch[],
  options: {
    /** The most columns of a line, at least 20. Default: 80. */
    width?: number
  } = {},
): string => {
  checkArgument('renderAscii', 'phases', phases, viewRules.phases)
  checkArgument('renderAscii', 'batches', batches, viewRules.batches)
  const width = Math.max(20, options.width ?? 80)
  const known = new Map(phases.map((phase) => [phase.id, phase]))
  const rows = batches.map((batch) => batch.phases.flatMap((id) => known.get(id) ?? []))
  const heading = 'EXECUTION ORDER'
  const lines = (waitsForAll(rows) ? drawBatches(rows, width) : undefined) ?? listBatches(rows, width)
  return `${[heading, '='.repeat(heading.length), '', ...lines].join('\n')}\n`
}

/** Whether each phase depends on every phase of the previous batch, which implies its other dependencies. */
const waitsForAll = (rows: readonly (readonly PhaseView[])[]): boolean =>
  rows.every((row, number) => {
    const before = rows[number - 1] ?? []
    if (row.length * before.length > 10_000) return false
    return row.every(({ dependsOn }) => {
      const named = new Set(dependsOn)
      // In a cycle, the first phases have dependencies too.
      if (number === 0 && named.size > 0) return false
      return before.every(({ id }) => named.has(id))
    })
  })

const listBatches = (rows: readonly (readonly PhaseView[])[], width: number): string[] => {
  const gutter = String(rows.length).length + 2
  const room = width - gutter
  const longest = widestOf(rows.flat().map(phaseLabel)) + 2
  const lines: string[] = []
  rows.forEach((row, number) => {
    if (number > 0) lines.push(`${' '.repeat(gutter)}   |`)
    row.forEach((phase, place) => {
      const left = padText(place === 0 ? String(number + 1) : '', gutter)
      lines.push(
        ...listPhase(phase, Math.min(longest, room), room).map(
          (line, k) => (k === 0 ? left : ' '.repeat(gutter)) + line,
        ),
      )
    })
  })
  return lines.map((line) => line.trimEnd())
}

/** Draws a phase's box, with its dependencies beside it, or below it without enough room. */
const listPhase = (phase: PhaseView, column: number, room: number): string[] => {
  const box = `[${fitText(phaseLabel(phase), room - 2, '...')}]`
  if (phase.dependsOn.length === 0) return [box]
  const note = `depends on ${phase.dependsOn.map(plainLabel).join(', ')}`
  const beside = `${padText(box, column)}  ${note}`
  if (displayWidth(beside) <= room) return [beside]
  return [box, `    ${fitText(note, room - 4, '...')}`]
}
