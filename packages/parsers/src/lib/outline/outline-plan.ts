import { defineParser, type PlanIssue, type PlanParserV1 } from '@amelia/core/plugin'
import {
  addCriteria,
  completePlan,
  findMarks,
  fixText,
  nothingFound,
  orderByWaves,
  type Outline,
  readOutline,
} from '@amelia/markdown'
import { buildPhases } from './build-phases.ts'
import { lastLine, type Series } from './entry.ts'
import { findSeries } from './series/find-series.ts'

/** Below the score of every other format. */
const score = 0.05

/**
 * Creates a parser for plans without a format of their own: numbered headings (`Step 1`, `Milestone 2`,
 * `PR #3`), a table of stages, or a numbered list of steps.
 *
 * Each depends on the one before it, unless it declares dependencies. Reading such a text is a guess, which
 * the warning `FORMAT_GUESSED` says; any other format of this document takes precedence.
 */
export const outlinePlan = (): PlanParserV1 =>
  defineParser({
    id: 'outline',
    findMarks,
    detect: (source, atLeast = 0) => (atLeast <= score && findSeries(readOutline(source)) ? score : 0),
    parse: (source) => {
      const outline = readOutline(source)
      const series = findSeries(outline)
      const [first] = series?.entries ?? []
      if (!series || !first) {
        const message =
          'The plan has no series of work: write at least two headings such as "## Step 1: name", or a numbered list below a heading "Steps".'
        return { issues: [nothingFound(message)] }
      }
      const message = `No format was recognised, so the phases are guessed: ${series.entries.length} from ${series.what}.`
      const issues: PlanIssue[] = [
        { severity: 'warning', code: 'FORMAT_GUESSED', message, line: first.line, column: 1 },
      ]
      const { phases: ordered, notes } = orderByWaves(outline, buildPhases(outline, series, issues))
      const phases = addCriteria(outline, ordered)
      return completePlan({
        ...{ outline, headEnd: first.at, notes, phases, issues },
        read: linesOf(outline, series),
        rule: 'each phase waits for the one before it, unless it declares dependencies',
      })
    },
    fix: fixText,
  })

/** Returns the lines of the entries, and those of the boxes that report their progress. */
const linesOf = ({ blocks, lines }: Outline, { entries, progress }: Series): [number, number][] => [
  ...entries.map(({ at, end, line }): [number, number] => {
    const block = blocks[at]
    if (block?.kind === 'heading' || block?.kind === 'paragraph')
      return [line, lastLine({ blocks, lines }, end)]
    return [line, block?.kind === 'item' ? block.endLine : line]
  }),
  ...(progress ?? []).map((line): [number, number] => [line, line]),
]
