import { plural } from '../terminal/plural.ts'
import type { ListedRun } from '@amelia/core'
import { words, type Paint } from '@amelia/core/view'
import { fitText, padText, widestOf } from '../terminal/fit-text.ts'
import { wrapText } from '../terminal/wrap-text.ts'

export interface RenderRunsOptions {
  /** The longest line; a terminal shows one run per line. */
  columns: number
  paint: Paint
  /** Milliseconds since 1970. */
  now: number
}

/** Renders a list of runs as a table: age, status, progress, cost, branch and title. */
export const renderRuns = (
  runs: readonly ListedRun[],
  { columns, paint, now }: RenderRunsOptions,
): string => {
  const rows = runs.map((run) => cellsOf(run, now))
  // A column without a known value says nothing.
  const isKnown = headings.map((_, column) => rows.some((row) => row[column] !== '-' && row[column] !== '?'))
  const widest = headings.map((heading, column) =>
    column === title || !isKnown[column] ? 0 : widestOf([heading, ...rows.map((row) => row[column] ?? '')]),
  )
  const longest = widestOf(rows.map((row) => row[title] ?? ''))
  const widths = makeRoom(widest, columns, Math.min(longest, leastTitle))
  const line = (cells: readonly string[]): string =>
    cells
      .flatMap((cell, column) => {
        const width = widths[column] ?? 0
        if (column === title) return cell
        return width === 0 ? [] : padText(column === branch ? fitEnd(cell, width) : cell, width)
      })
      .join('  ')
      .trimEnd()
  return [
    paint(fitText(line(headings), columns), 'dim'),
    ...rows.flatMap((row, number) => {
      const { problem, status } = runs[number]!
      // A problem is shown in full: it is the reason that the run cannot be used.
      const lines = problem === undefined ? [] : wrapText(words.plainLabel(problem), columns - 2)
      const texts = [fitText(line(row), columns), ...lines.map((text) => `  ${text}`)]
      return status === 'damaged' || status === 'unreadable'
        ? texts.map((text) => paint(text, 'warn'))
        : texts
    }),
  ]
    .map((text) => `${text}\n`)
    .join('')
}

const headings = ['RUN', 'STATUS', 'AGE', 'PHASES', 'COST', 'BRANCH', 'TITLE']
const branch = headings.indexOf('BRANCH')
const title = headings.indexOf('TITLE')

/** The columns that the titles get at least, before the branches get any, and the fewest of a branch. */
const leastTitle = 24
const leastBranch = 12

/** Shortens the column of branches, or leaves it out, so that titles have the columns that they need. */
const makeRoom = (widths: readonly number[], columns: number, needed: number): number[] => {
  const taken = widths.reduce((sum, width) => sum + (width === 0 ? 0 : width + 2), 0)
  const room = widths[branch]! - Math.max(0, taken + needed - columns)
  return widths.map((width, column) =>
    column === branch ? (room < Math.min(width, leastBranch) ? 0 : room) : width,
  )
}

/** Keeps the end of a branch, which tells branches of one folder apart. */
const fitEnd = (text: string, width: number): string =>
  text.length <= width ? text : `…${text.slice(text.length - width + 1)}`

const cellsOf = (run: ListedRun, now: number): string[] => {
  const { runId, title, labels, phases, gates = 0, target = '', usd = 0 } = run
  const facts = [
    ...(title === undefined ? [] : [title]),
    ...(gates === 0 ? [] : [`${plural(gates, 'open question')}`]),
    ...Object.entries(labels).map(([key, value]) => `${key}=${value}`),
  ]
  return [
    runId,
    words.listedStatus(run),
    ageOf(now - Date.parse(run.updatedAt)),
    phases === undefined ? '-' : `${phases.done}/${phases.all}`,
    usd === 0 ? '-' : usd === null ? '?' : words.formatDollars(usd),
    target === '' ? '-' : words.plainLabel(target.replace('refs/heads/', '')),
    words.plainLabel(facts.join(', ')),
  ]
}

const units: readonly (readonly [ms: number, unit: string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
]

/** The time since the last write, in the largest unit: `5m`, `3h`, `12d`. */
export const ageOf = (ms: number): string => {
  const [size, unit] = units.find(([length]) => ms >= length) ?? [1_000, 's']
  return `${Math.max(0, Math.floor(ms / size))}${unit}`
}
