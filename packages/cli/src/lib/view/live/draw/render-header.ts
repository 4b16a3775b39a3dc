import type { Report } from '@amelia/core'
import { words, workedTime } from '@amelia/core/view'
import stringWidth from 'string-width'
import { fitText } from '../../../terminal/fit-text.ts'
import { isDone } from './bar-line.ts'
import { estimateLeft } from './estimate-left.ts'
import type { LiveModel, LiveSize } from './live-model.ts'
import { seconds } from './render-phases.ts'

/** The facts of a run leave this many columns to its title. */
const leastTitle = 16

/** Renders the title and the id of a run, its time, the time that is left, and its cost with the limit. */
export const renderHeader = (
  { run, concurrency }: Pick<LiveModel, 'run' | 'concurrency'>,
  { columns, rows, ascii, now, paint }: LiveSize,
): string => {
  const { goal } = run.report
  const phases = [...run.phases.values()]
  const { title, goal: aim } = run.plan
  const name = words.plainLabel(title || aim || goal) || 'Running'
  // The id stays complete, because commands take it.
  const id = `  ${run.runId}`
  const left = estimateLeft(run, { now, concurrency })
  const facts = [
    // A small terminal has no line with counts.
    ...(rows < 8 ? [`${phases.filter(isDone).length}/${phases.length}`] : []),
    ...(run.through === 0 ? [] : [seconds(workedTime(run, now))]),
    ...(left === undefined ? [] : [describeLeft(left)]),
  ].join('  ')
  const taken = id.length + 2 + facts.length
  const room = columns - 1 - Math.min(stringWidth(name), leastTitle) - taken - 2
  const cost = describeSpent(run.report, room)
  const shown = [facts, cost].filter((fact) => fact !== '').join('  ')
  const width = columns - 1 - stringWidth(shown) - 2
  const ellipsis = ascii ? '...' : '…'
  const text =
    width - id.length < 8
      ? fitText(name + id, Math.max(8, width), ellipsis)
      : fitText(name, width - id.length, ellipsis) + id
  return `${paint(text, 'strong')}  ${paint(shown, 'dim')}`
}

/** Describes the time that is left, in whole minutes: it is an estimate. */
const describeLeft = (ms: number): string => {
  const minutes = Math.ceil(ms / 60_000)
  if (minutes <= 1) return 'under 1 min left'
  return minutes < 100 ? `${minutes} min left` : `${Math.round(minutes / 60)} h left`
}

/** Describes the usage in at most `width` columns, with its limit if it has one: `$1.20 of $5.00`. */
const describeSpent = ({ spent, budget = {} }: Pick<Report, 'spent' | 'budget'>, width: number): string => {
  const { usd, tokens, wallMs, sessions } = budget
  const limits = [
    ...(usd === undefined
      ? []
      : [`${spent.usd === null ? '$?' : words.shortUsage(spent) || '$0.00'} of ${words.formatDollars(usd)}`]),
    ...(tokens === undefined
      ? []
      : [
          `${words.formatCount(spent.tokens)}${spent.unknownTokens > 0 ? '+' : ''} of ${words.formatCount(tokens)} tok`,
        ]),
    ...(wallMs === undefined ? [] : [`${seconds(spent.wallMs)} of ${seconds(wallMs)}`]),
    ...(sessions === undefined ? [] : [`${spent.sessions} of ${sessions} sessions`]),
  ]
  if (limits.length === 0) return spent.sessions === 0 ? '' : words.fitUsage(spent, width)
  const text = limits.join(', ')
  return text.length <= width ? text : (limits.find(({ length }) => length <= width) ?? '')
}
