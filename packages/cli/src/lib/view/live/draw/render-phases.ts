import { type StoredRun } from '@amelia/core'
import {
  describeTokens,
  formatDuration,
  type Paint,
  phaseMark,
  plainLabel,
  shortUsage,
} from '@amelia/core/view'
import { formatDollars } from '@amelia/core/plugin'
import { fitText, padText, widestOf } from '../../../terminal/fit-text.ts'
import { orderPhases, partOfPhase, phaseParts } from './order-phases.ts'
import type { PhaseProgress, RunProgress, SessionUsage } from '../../run-progress.ts'
import { workedUntil } from '../../worked-until.ts'

type PhaseWait = NonNullable<ReturnType<StoredRun['whyWaiting']>>

export interface PhasesView {
  readonly columns: number
  readonly ascii: boolean
  readonly paint: Paint
  /** Milliseconds since 1970. */
  readonly now: number
  /** The number of lines. */
  readonly room: number
  /** Phases that are scrolled past. */
  readonly top: number
  /** The number of the batch of a phase, counted from 1; absent in a plan of one batch. */
  readonly batchOf?: (phaseId: string) => number | undefined
  /** The number of the open question that a phase waits for. */
  readonly questionOf?: (phaseId: string) => number | undefined
  /** Explains why a phase is not running, as `run.whyWaiting` does. */
  readonly whyWaiting?: (phaseId: string) => PhaseWait | undefined
}

/**
 * Renders the phases in at most `room` lines: running ones first, with their subtasks where there is room. If
 * all phases and the headings of their batches fit, they are grouped by batch.
 */
export const renderPhases = (progress: RunProgress, view: PhasesView): string[] => {
  const { room, top, paint, ascii } = view
  const line = createLine(progress, view)
  const groups = groupsOf(progress.phases, view)
  const grouped = progress.phases.length + groups.length
  if (groups.length > 1 && grouped <= room) {
    const trees = treesOf(
      groups.flatMap(({ phases }) => phases),
      room - grouped,
      view,
    )
    return groups.flatMap(({ batch, phases }) => [
      paint(`Batch ${batch} of ${groups.length}`, 'dim'),
      ...phases.flatMap((phase) => [line(phase), ...(trees.get(phase) ?? [])]),
    ])
  }
  const { shown, more, folded } = orderPhases(progress.phases, { room, top })
  const rest = [
    ...(more.length === 0 ? [] : [paint(`  ${ascii ? '...' : '…'} ${more.length} more`, 'dim')]),
    ...(folded.length === 0 ? [] : [foldedLine(folded, view)]),
  ]
  const trees = treesOf(shown, room - shown.length - rest.length, view)
  return [...shown.flatMap((phase) => [line(phase), ...(trees.get(phase) ?? [])]), ...rest]
}

interface Group {
  readonly batch: number
  readonly phases: readonly PhaseProgress[]
}

/** Groups phases by batch: batches under way first, then those to come, then finished ones. */
const groupsOf = (phases: readonly PhaseProgress[], { batchOf }: PhasesView): Group[] => {
  const batches = new Map<number, PhaseProgress[]>()
  if (batchOf === undefined || phases.length > mostGrouped) return []
  for (const phase of phases) {
    const batch = batchOf(phase.id) ?? 0
    batches.set(batch, [...(batches.get(batch) ?? []), phase])
  }
  const urgency = (phase: PhaseProgress): number => phaseParts.indexOf(partOfPhase(phase))
  const first = phaseParts.indexOf('next')
  return [...batches]
    .map(([batch, members]) => ({
      batch,
      phases: members.toSorted((one, other) => urgency(one) - urgency(other)),
    }))
    .map((group) => ({ ...group, rank: Math.max(first - 1, urgency(group.phases[0]!)) }))
    .sort((one, other) => one.rank - other.rank || one.batch - other.batch)
}

/** A larger plan never fits with headings. */
const mostGrouped = 200

/** Draws the subtasks of running phases, as far as there is room for all of a phase. */
const treesOf = (
  phases: readonly PhaseProgress[],
  room: number,
  view: PhasesView,
): Map<PhaseProgress, string[]> => {
  let left = room
  const trees = new Map<PhaseProgress, string[]>()
  for (const phase of phases) {
    const { parts } = phase
    if (!isRunning(phase) || parts.length < 2 || parts.length > left) continue
    left -= parts.length
    trees.set(phase, treeOf(phase, view))
  }
  return trees
}

const treeOf = ({ parts }: PhaseProgress, { ascii, paint }: PhasesView): string[] =>
  parts.map(({ title, status, claimed }, place) => {
    const isLast = place === parts.length - 1
    const branch = ascii ? (isLast ? '`-' : '|-') : isLast ? '└─' : '├─'
    const { mark, tone } = phaseMark(status, { ascii })
    return `  ${paint(branch, 'dim')} ${paint(mark, tone)} ${title}${status === 'completed' && claimed ? ' (claimed)' : ''}`
  })

const foldedLine = (phases: readonly PhaseProgress[], { ascii, paint }: PhasesView): string => {
  const isDone = ({ status }: PhaseProgress): boolean => status === 'completed' || status === 'external'
  const parts = [
    { status: 'completed', word: 'done', of: phases.filter(isDone) },
    { status: 'skipped', word: 'not run', of: phases.filter((phase) => !isDone(phase)) },
  ] as const
  return parts
    .filter(({ of }) => of.length > 0)
    .map(({ status, word, of }) => {
      const { mark, tone } = phaseMark(status, { ascii })
      return `${paint(mark, tone)} ${paint(`${of.length} ${word}: ${of.map(({ id }) => id).join(', ')}`, 'dim')}`
    })
    .join('  ')
}

const countOf = ({ parts, done, claimed }: PhaseProgress): string =>
  `${done}/${parts.length} subtasks${claimed === 0 ? '' : `, ${claimed} claimed`}`

const isRunning = ({ startedAt, endedAt }: PhaseProgress): boolean =>
  startedAt !== undefined && endedAt === undefined

const createLine = (
  progress: RunProgress,
  { columns, ascii, paint, now, whyWaiting, questionOf }: PhasesView,
): ((phase: PhaseProgress) => string) => {
  const { idWidth, titleWidth, phases } = progress
  const ids = Math.min(12, idWidth)
  const titles = Math.min(titleWidth, Math.max(10, Math.floor(columns * (columns < 100 ? 0.32 : 0.4))))
  const costs = widestOf(phases.map(({ spent }) => (spent ? shortUsage(spent) : '')))
  const ellipsis = ascii ? '...' : '…'
  return (phase: PhaseProgress): string => {
    const { mark, tone } = phaseMark(phase.status, { ascii })
    const { startedAt, endedAt, stepStartedAt, attempt = 0 } = phase
    const isIdle = !isRunning(phase)
    const question = questionOf?.(phase.id)
    // Before the text, so that a long text does not hide it.
    const elapsed = stepStartedAt === undefined ? '' : `(${seconds(now - stepStartedAt)}) `
    const facts = [
      phase.parts.length > 1 && !isIdle ? countOf(phase) : '',
      attempt > 1 && !isIdle ? `attempt ${attempt}` : '',
      partOfPhase(phase) !== 'running' || columns < 100 || !phase.session
        ? ''
        : describeSession(phase.session),
      question === undefined
        ? (describeWait(phase, whyWaiting) ??
          `${elapsed}${phase.blockedBy === undefined ? phase.activity : `blocked by ${phase.blockedBy}`}`)
        : `question #${question}`,
    ]
    const activity = facts.filter((text) => text !== '').join('  ')
    const worked = workedUntil(progress, now, phase)
    const time =
      startedAt === undefined ? '' : endedAt === undefined ? seconds(worked) : formatDuration(worked)
    const name = `${padText(fitText(phase.id, ids, ellipsis), ids)}  ${padText(fitText(phase.title, titles, ellipsis), titles)}`
    const cost =
      costs === 0 || columns < 60 ? '' : `  ${(phase.spent ? shortUsage(phase.spent) : '').padStart(costs)}`
    const figures = paint(`${time.padStart(7)}${cost}`, 'dim')
    return `${paint(mark, tone)} ${name}  ${figures}  ${isIdle ? paint(activity, 'dim') : activity}`.trimEnd()
  }
}

/** `waits for phase 1`, for a phase that has not begun. The events say the rest. */
const describeWait = (
  { id, status }: PhaseProgress,
  whyWaiting: PhasesView['whyWaiting'],
): string | undefined => {
  if (status !== 'pending' && status !== 'ready' && status !== 'checkpoint') return undefined
  const wait = whyWaiting?.(id)
  if (wait === undefined || wait.reason === 'ready' || wait.reason === 'stopped') return undefined
  const text = plainLabel(wait.sentence).replace(/\.$/, '')
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

/** `[session 1: 34k in, 1.2k out]` of the session that reported usage last. */
const describeSession = ({ number, ...usage }: SessionUsage): string => {
  const { inputTokens = 0, cachedInputTokens = 0, outputTokens = 0, usd } = usage
  const isUnknown = usage.inputTokens === undefined && usage.outputTokens === undefined
  const counts = isUnknown
    ? 'tokens unknown'
    : describeTokens({ inputTokens, cachedInputTokens, outputTokens })
  const dollars = usd === null ? '' : `, ${formatDollars(usd)}`
  return `[session ${number}: ${counts}${dollars}]`
}

/** Formats a running time in whole seconds, because decimals would flicker. */
export const seconds = (ms: number): string =>
  ms < 1_000 ? '0 s' : ms < 60_000 ? `${Math.floor(ms / 1_000)} s` : formatDuration(ms)
