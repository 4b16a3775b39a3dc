import { formatDuration, type Paint, phaseMark, plainLabel, type StoredRun } from '@amelia/core'
import { formatDollars } from '@amelia/core/plugin'
import cliTruncate from 'cli-truncate'
import { chooseRows } from './choose-rows.ts'
import type { PhaseProgress, RunProgress, SessionUsage } from './run-progress.ts'
import type { Interruption } from '../terminal/watch-signals.ts'
import { describeTokens, describeUsage, shortUsage } from './describe-usage.ts'
import { fitText, padText, widestOf } from '../terminal/fit-text.ts'

type PhaseWait = NonNullable<ReturnType<StoredRun['whyWaiting']>>

/** The terminal that {@link renderLive} draws for. */
export interface LiveView {
  columns: number
  rows: number
  ascii: boolean
  paint: Paint
  /** Milliseconds since 1970. */
  now: number
  interruption?: Interruption | undefined
  /** A question or a message instead of the hint. */
  notice?: string | undefined
  /** Whether keys are watched. */
  keys?: boolean
  /** Explains why a phase is not running, as `run.whyWaiting` does. */
  whyWaiting?: (phaseId: string) => PhaseWait | undefined
}

const hintOf = (phases: readonly PhaseProgress[], { interruption, keys = false }: LiveView): string => {
  if (interruption === undefined)
    return `Ctrl-C: finish running phases, then stop${keys ? '   c: cancel one' : ''}`
  if (interruption === 'cancelling') return 'Stopping. Ctrl-C: exit immediately'
  const running = phases.filter(
    ({ startedAt, endedAt, status }) =>
      startedAt !== undefined && endedAt === undefined && status !== 'waiting',
  ).length
  if (running === 0) return 'Draining. Ctrl-C: stop now'
  return `Draining: ${running} ${running === 1 ? 'phase' : 'phases'} still running. Ctrl-C: stop now`
}

/**
 * Renders a frame of the live view: the goal with a count, the phases, a hint. A frame has at most `rows - 1`
 * lines and `columns - 1` columns. If there are more phases than lines, it shows those near the running ones
 * and counts the others.
 */
export const renderLive = (progress: RunProgress, view: LiveView): string => {
  const { phases } = progress
  const { columns, paint, ascii } = view
  const width = columns - 1
  // Phases have precedence in a small terminal; the report lists every change again.
  const note = view.rows > 5 ? progress.note : undefined
  const cost = view.rows > 7 && progress.spent ? [paint(`Cost: ${describeUsage(progress.spent)}`, 'dim')] : []
  const room = Math.max(1, view.rows - (note === undefined ? 3 : 4) - cost.length)
  const all = phases.length <= room
  const counted = !all && room > 1
  const shown = chooseRows(phases, counted ? room - 1 : room)
  const line = createLine(progress, view)
  const { notice, interruption } = view
  const isCalm = interruption === undefined && notice === undefined
  const hint = paint(notice ?? hintOf(phases, view), isCalm ? 'dim' : 'warn')
  return [
    header(progress, view, width),
    ...withParts(shown, room - shown.length - (counted ? 1 : 0), view, line),
    ...(counted ? [paint(`  ${hidden(phases, shown)}`, 'dim')] : []),
    ...cost,
    ...(note === undefined ? [] : [paint(`! ${note}`, 'warn')]),
    hint,
  ]
    .map((text) => cliTruncate(text, width, { truncationCharacter: ascii ? '.' : '…' }))
    .join('\n')
}

/** Draws phases, and below each running one its subtasks, as far as there is room for all of them. */
const withParts = (
  phases: readonly PhaseProgress[],
  room: number,
  { ascii, paint }: LiveView,
  line: (phase: PhaseProgress) => string,
): string[] => {
  let left = room
  return phases.flatMap((phase) => {
    const { parts } = phase
    if (!isRunning(phase) || parts.length < 2 || parts.length > left) return [line(phase)]
    left -= parts.length
    return [
      line(phase),
      ...parts.map(({ title, status }, place) => {
        const isLast = place === parts.length - 1
        const branch = ascii ? (isLast ? '`-' : '|-') : isLast ? '└─' : '├─'
        const { mark, tone } = phaseMark(status, { ascii })
        return `  ${paint(branch, 'dim')} ${paint(mark, tone)} ${title}`
      }),
    ]
  })
}

const isRunning = ({ startedAt, endedAt }: PhaseProgress): boolean =>
  startedAt !== undefined && endedAt === undefined

const header = (
  { goal, phases, startedAt }: RunProgress,
  { now, paint }: LiveView,
  width: number,
): string => {
  const done = phases.filter(({ status }) => status === 'completed' || status === 'external').length
  const time = startedAt === undefined ? '' : `  ${seconds(now - startedAt)}`
  const count = `${done}/${phases.length}${time}`
  const title = fitText(goal === '' ? 'Running' : goal, Math.max(8, width - count.length - 2))
  return `${paint(title, 'strong')}  ${paint(count, 'dim')}`
}

const createLine = (
  { idWidth, titleWidth, phases }: RunProgress,
  { columns, ascii, paint, now, whyWaiting }: LiveView,
): ((phase: PhaseProgress) => string) => {
  const ids = Math.min(12, idWidth)
  const titles = Math.min(titleWidth, Math.max(10, Math.floor(columns * 0.4)))
  const costs = widestOf(phases.map(({ spent }) => (spent ? shortUsage(spent) : '')))
  return (phase: PhaseProgress): string => {
    const { mark, tone } = phaseMark(phase.status, { ascii })
    const { startedAt, endedAt, stepStartedAt } = phase
    // Before the text, so that a long text does not hide it.
    const elapsed = stepStartedAt === undefined ? '' : `(${seconds(now - stepStartedAt)}) `
    const count =
      phase.parts.length > 1 && isRunning(phase) ? `${phase.done}/${phase.parts.length} subtasks` : ''
    const doing = describeWait(phase, whyWaiting) ?? `${elapsed}${phase.activity}`
    const activity = [count, doing].filter((text) => text !== '').join('  ')
    const time =
      startedAt === undefined
        ? ''
        : endedAt === undefined
          ? seconds(now - startedAt)
          : formatDuration(endedAt - startedAt)
    const name = `${padText(fitText(phase.id, ids), ids)}  ${padText(fitText(phase.title, titles), titles)}`
    const isIdle = !isRunning(phase)
    const cost =
      costs === 0 || columns < 60 ? '' : `  ${(phase.spent ? shortUsage(phase.spent) : '').padStart(costs)}`
    const session = isIdle || columns < 100 || !phase.session ? '' : `${describeSession(phase.session)}  `
    const facts = paint(`${time.padStart(7)}${cost}`, 'dim')
    return `${paint(mark, tone)} ${name}  ${facts}  ${isIdle ? paint(activity, 'dim') : `${session}${activity}`}`.trimEnd()
  }
}

/** `waits for phase 1`, for a phase that has not begun. The events say the rest. */
const describeWait = (
  { id, status }: PhaseProgress,
  whyWaiting: LiveView['whyWaiting'],
): string | undefined => {
  if (status !== 'pending' && status !== 'ready') return undefined
  const wait = whyWaiting?.(id)
  if (wait === undefined || wait.reason === 'ready' || wait.reason === 'stopped') return undefined
  const text = plainLabel(wait.sentence).replace(/\.$/, '')
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

/** `attempt 2, session 1: 34k in, 1.2k out` of the session that reported usage last. */
const describeSession = ({ attempt, number, ...usage }: SessionUsage): string => {
  const { inputTokens = 0, cachedInputTokens = 0, outputTokens = 0, usd } = usage
  const isUnknown = usage.inputTokens === undefined && usage.outputTokens === undefined
  const counts = isUnknown
    ? 'tokens unknown'
    : describeTokens({ inputTokens, cachedInputTokens, outputTokens })
  const dollars = usd === null ? '' : `, ${formatDollars(usd)}`
  return `[${attempt === undefined ? '' : `attempt ${attempt}, `}session ${number}: ${counts}${dollars}]`
}

/** Formats a running time in whole seconds, because decimals would flicker. */
const seconds = (ms: number): string =>
  ms < 1_000 ? '0 s' : ms < 60_000 ? `${Math.floor(ms / 1_000)} s` : formatDuration(ms)

const hidden = (phases: readonly PhaseProgress[], shown: readonly PhaseProgress[]): string => {
  const rest = phases.filter((phase) => !shown.includes(phase))
  const done = rest.filter(({ endedAt, status }) => endedAt !== undefined || status === 'external').length
  const facts = [
    ...(done === 0 ? [] : [`${done} done`]),
    ...(done === rest.length ? [] : [`${rest.length - done} to go`]),
  ]
  return facts.join(', ')
}
