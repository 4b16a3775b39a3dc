import { checkGates, describeGate } from '../gate/check-gates.ts'
import type { Gate } from '../gate/gate.ts'
import type { Benchmark, Row } from '../run/benchmark.ts'
import type { Result } from '../run/result.ts'
import { drawPlot } from './draw-plot.ts'
import { formatFigure } from './format-figure.ts'

/** A page and its images, by path below `docs`. */
export type Page = Map<string, string>

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]

const slug = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

const tableOf = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  [headings, headings.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map(escapeCell).join(' | ')} |`)
    .join('\n')

/** A row per subject and a column per size: the least figure, and the median in parentheses. */
const figuresOf = (axis: string, rows: readonly Row[]): string => {
  const sizes = unique(rows.map(({ size }) => size)).sort((a, b) => a - b)
  const subjects = unique(rows.map(({ subject }) => subject))
  const cell = (subject: string, size: number): string => {
    const row = rows.find((one) => one.subject === subject && one.size === size)
    if (row === undefined) return ''
    const least = formatFigure(row.min)
    return row.repeats === 1 ? least : `${least} (${formatFigure(row.median)})`
  }
  return tableOf(
    [`${rows[0]?.unit ?? ''}`, ...sizes.map((size) => `${size.toLocaleString('en')} ${axis}`)],
    subjects.map((subject) => [subject, ...sizes.map((size) => cell(subject, size))]),
  )
}

const gatesOf = (gates: readonly Gate[], rows: readonly Row[]): string => {
  const checks = checkGates(gates, rows)
  const lost = checks.filter(({ passes }) => !passes).length
  const verdict = lost === 0 ? 'All gates pass.' : `${lost} of ${checks.length} gates fail.`
  const table = tableOf(
    ['gate', 'figure', 'most', 'aim', 'result', 'reason for a looser gate'],
    checks.map(({ gate, value, passes }) => [
      describeGate(gate),
      value === undefined ? 'missing' : formatFigure(value),
      formatFigure(gate.most),
      formatFigure(gate.aim ?? gate.most),
      passes ? 'passes' : 'fails',
      gate.reason ?? '',
    ]),
  )
  return `### Gates\n\n${verdict}\n\n${table}\n`
}

const sectionOf = (benchmark: Benchmark, result: Result, gates: readonly Gate[], page: Page): string => {
  const { machine, rows, absent, notes = [] } = result
  const parts = [`## ${benchmark.title}\n\n\`npm run bench -- ${benchmark.name}\`\n\n${benchmark.about}\n`]
  for (const series of unique(rows.map((row) => row.series))) {
    const own = rows.filter((row) => row.series === series)
    const sizes = unique(own.map(({ size }) => size))
    parts.push(`### ${benchmark.title.split(':')[0]}: ${series}\n`)
    if (sizes.length > 1) {
      const path = `images/benchmarks/${benchmark.name}-${slug(series)}.svg`
      const title = `${benchmark.title}, ${series}`
      page.set(path, drawPlot(title, benchmark.axis, own))
      parts.push(`![${title}](../${path})\n`)
    }
    parts.push(`${figuresOf(benchmark.axis, own)}\n`)
  }
  if (notes.length > 0) parts.push(`${notes.join('\n')}\n`)
  if (absent.length > 0)
    parts.push(`Left out:\n\n${absent.map(({ subject, reason }) => `- ${subject}: ${reason}`).join('\n')}\n`)
  if (gates.length > 0) parts.push(gatesOf(gates, rows))
  parts.push(
    `Measured on ${result.at.slice(0, 10)} at commit \`${result.commit}\`: ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}, Node ${machine.node}, git ${machine.git}.\n`,
  )
  return parts.join('\n')
}

/** A figure that a user feels: where it stands, and its sentence. */
interface Felt {
  benchmark: string
  series: string
  subject: string
  size: number
  say: (figure: string, unit: string) => string
}

const felt: readonly Felt[] = [
  {
    ...{ benchmark: 'overhead', series: 'empty phases', subject: 'amelia, file store', size: 1_000 },
    say: (figure) =>
      `Beside its agent and its tests, a phase takes ${figure} µs of CPU time, with a journal on disk.`,
  },
  {
    ...{ benchmark: 'git', series: 'CPU time', subject: 'amelia, native', size: 10_000 },
    say: (figure, unit) => `In a repository of 10,000 files, git adds ${figure} ${unit} to a phase.`,
  },
  {
    ...{ benchmark: 'makespan', series: 'random graphs', subject: 'amelia', size: 4 },
    say: (figure) =>
      `A plan of 100 phases, 4 at a time, takes ${figure} times as long as is possible at all with these phases.`,
  },
]

/** The meaning for a user, with the age of the oldest figure. */
const summaryOf = (newest: (benchmark: string) => Result | undefined): string => {
  const lines = felt.flatMap(({ benchmark, series, subject, size, say }) => {
    const result = newest(benchmark)
    const row = result?.rows.find(
      (one) => one.series === series && one.subject === subject && one.size === size,
    )
    if (result === undefined || row === undefined) return []
    return [{ text: `- ${say(formatFigure(row.min), row.unit)}`, day: result.at.slice(0, 10) }]
  })
  const days = lines.map(({ day }) => day).sort()
  const age = days[0] === undefined ? '' : ` The figures were measured on ${days[0]}, on two cores.`
  return `A run spends its time in agents and tests: Amelia's own share is small.${age}

${lines.map(({ text }) => text).join('\n')}
`
}

/** Writes the page of all benchmarks from the newest result of each, with one image per series. */
export const writePage = (
  benchmarks: readonly Benchmark[],
  newest: (benchmark: string) => Result | undefined,
  gates: readonly Gate[],
): Page => {
  const page: Page = new Map()
  const sections = benchmarks.map((benchmark) => {
    const result = newest(benchmark.name)
    if (result === undefined)
      return `## ${benchmark.title}\n\nNot measured yet: \`npm run bench -- ${benchmark.name}\`.\n`
    const own = gates.filter((gate) => gate.benchmark === benchmark.name)
    return sectionOf(benchmark, result, own, page)
  })
  page.set(
    'project/benchmarks.md',
    `# Benchmarks

${summaryOf(newest)}
## How it is measured

\`npm run bench\` measures Amelia beside libraries and tools that do a part of its work, writes each run to \`bench/results\`, and this page from the newest runs.
A figure is CPU time of one process, unless its unit names something else: the least of the repeats, and the median in parentheses.
The subjects take turns, so a disturbance of the machine meets all of them; ratios mean more than figures.
A gate limits a ratio, and \`npm run bench:gates\` fails if one is worse.

${sections.join('\n')}`,
  )
  return page
}
