import type { PhaseActivity, PhaseReport, RunView } from '@amelia/core'
import { words, type Paint, workedTime } from '@amelia/core/view'
import { fitText, padText, widestOf } from '../../../terminal/fit-text.ts'
import { isDone } from './bar-line.ts'
import { orderPhases, partOfPhase, phaseParts, sortPhases } from './order-phases.ts'

export interface PhasesView {
  readonly columns: number
  readonly ascii: boolean
  readonly paint: Paint
  /** Milliseconds since 1970. */
  readonly now: number
  /** The number of lines. */
  readonly room: number
  /** The phase at the cursor. Undefined: no cursor is shown. */
  readonly cursor?: string | undefined
  /** The number of the batch of a phase, counted from 1; absent in a plan of one batch. */
  readonly batchOf?: ((phaseId: string) => number | undefined) | undefined
  /** The number of the open question that a phase waits for. */
  readonly questionOf?: (phaseId: string) => number | undefined
}

/**
 * Renders the phases in at most `room` lines: running ones first, with their subtasks where there is room. If
 * all phases and the headings of their batches fit, they are grouped by batch.
 */
export const renderPhases = (run: RunView, view: PhasesView): string[] => {
  const { room, cursor, paint, ascii } = view
  const all = [...run.phases.values()]
  const groups = fittingGroups(all, view)
  // A phase has a place for the cursor, also where it is not.
  const gutter = cursor === undefined ? '' : '  '
  const render = createLine(run, { ...view, columns: view.columns - gutter.length })
  const line = (phase: PhaseReport): string =>
    cursor !== undefined && phase.id === cursor
      ? `${paint(ascii ? '>' : '▸', 'active')} ${render(phase)}`
      : `${gutter}${render(phase)}`
  if (groups) {
    const grouped = all.length + groups.length
    const trees = treesOf(
      groups.flatMap(({ phases }) => phases),
      room - grouped,
      view,
    )
    return groups.flatMap(({ batch, phases }) => [
      paint(`Batch ${batch} of ${groups.length}`, 'dim'),
      ...phases.flatMap((phase) => [line(phase), ...(trees.get(phase) ?? []).map((row) => gutter + row)]),
    ])
  }
  const { shown, more, folded } = orderPhases(all, { room, cursor })
  const rest = [
    ...(more.length === 0 ? [] : [paint(`  ${ascii ? '...' : '…'} ${more.length} more`, 'dim')]),
    ...(folded.length === 0 ? [] : [foldedLine(folded, view)]),
  ]
  const trees = treesOf(shown, room - shown.length - rest.length, view)
  return [
    ...shown.flatMap((phase) => [line(phase), ...(trees.get(phase) ?? []).map((row) => gutter + row)]),
    ...rest,
  ]
}

interface Group {
  readonly batch: number
  readonly phases: readonly PhaseReport[]
}

/** Returns the ids of all phases in the order of the screen. */
export const listPhases = (run: RunView, view: Pick<PhasesView, 'batchOf' | 'room'>): string[] => {
  const all = [...run.phases.values()]
  const groups = fittingGroups(all, view)
  return (groups ? groups.flatMap(({ phases }) => phases) : sortPhases(all)).map(({ id }) => id)
}

/** Groups phases by batch if they fit with the headings. */
const fittingGroups = (
  all: readonly PhaseReport[],
  view: Pick<PhasesView, 'batchOf' | 'room'>,
): Group[] | undefined => {
  const groups = groupsOf(all, view)
  return groups.length > 1 && all.length + groups.length <= view.room ? groups : undefined
}

/** Groups phases by batch: batches under way first, then those to come, then finished ones. */
const groupsOf = (phases: readonly PhaseReport[], { batchOf }: Pick<PhasesView, 'batchOf'>): Group[] => {
  const batches = new Map<number, PhaseReport[]>()
  if (batchOf === undefined || phases.length > mostGrouped) return []
  for (const phase of phases) {
    const batch = batchOf(phase.id) ?? 0
    batches.set(batch, [...(batches.get(batch) ?? []), phase])
  }
  const urgency = (phase: PhaseReport): number => phaseParts.indexOf(partOfPhase(phase))
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
  phases: readonly PhaseReport[],
  room: number,
  view: PhasesView,
): Map<PhaseReport, string[]> => {
  let left = room
  const trees = new Map<PhaseReport, string[]>()
  for (const phase of phases) {
    const { subtasks = [] } = phase
    if (!isRunning(phase) || subtasks.length < 2 || subtasks.length > left) continue
    left -= subtasks.length
    trees.set(phase, treeOf(phase, view))
  }
  return trees
}

const treeOf = ({ status: phase, subtasks = [] }: PhaseReport, { ascii, paint }: PhasesView): string[] =>
  subtasks.map((subtask, place) => {
    const isLast = place === subtasks.length - 1
    const branch = ascii ? (isLast ? '`-' : '|-') : isLast ? '└─' : '├─'
    const { mark, tone } = words.phaseMark(subtask.status, { ascii })
    const isClaim = words.shownPartStatus(subtask, phase) === 'claimed'
    return `  ${paint(branch, 'dim')} ${paint(mark, tone)} ${words.plainLabel(subtask.title)}${isClaim ? ' (claimed)' : ''}`
  })

const foldedLine = (phases: readonly PhaseReport[], { ascii, paint }: PhasesView): string => {
  const parts = [
    { status: 'completed', word: 'done', of: phases.filter(isDone) },
    { status: 'skipped', word: 'not run', of: phases.filter((phase) => !isDone(phase)) },
  ] as const
  return parts
    .filter(({ of }) => of.length > 0)
    .map(({ status, word, of }) => {
      const { mark, tone } = words.phaseMark(status, { ascii })
      return `${paint(mark, tone)} ${paint(`${of.length} ${word}: ${of.map(({ id }) => words.plainLabel(id)).join(', ')}`, 'dim')}`
    })
    .join('  ')
}

/** Whether a phase has begun and not ended. */
const isRunning = ({ startedAt, completedAt }: PhaseReport): boolean =>
  startedAt !== undefined && completedAt === undefined

/** The widest id and the widest title of a plan, in columns: they are measured once. */
const widths = new WeakMap<RunView['plan'], { idWidth: number; titleWidth: number }>()

const widthsOf = ({ plan }: RunView): { idWidth: number; titleWidth: number } => {
  const known = widths.get(plan) ?? {
    idWidth: widestOf(plan.phases.map(({ id }) => words.plainLabel(id))),
    titleWidth: widestOf(plan.phases.map(({ title }) => words.plainLabel(title))),
  }
  widths.set(plan, known)
  return known
}

const createLine = (
  run: RunView,
  { columns, ascii, paint, now, questionOf }: PhasesView,
): ((phase: PhaseReport) => string) => {
  const { idWidth, titleWidth } = widthsOf(run)
  const ids = Math.min(12, idWidth)
  const share = Math.max(10, Math.floor(columns * (columns < 100 ? 0.32 : 0.4)))
  const costs = widestOf([...run.phases.values()].map(({ spent }) => (spent ? words.shortUsage(spent) : '')))
  const ellipsis = ascii ? '...' : '…'
  const activityOf = (phase: PhaseReport): string => {
    const isIdle = !isRunning(phase)
    const question = questionOf?.(phase.id)
    const current = run.activities.get(phase.id)
    return [
      (isIdle ? undefined : words.describeCount(phase.subtasks, phase.status)) ?? '',
      phase.attempt > 1 && !isIdle ? words.describeAttempt(phase) : '',
      partOfPhase(phase) !== 'running' || columns < 100 || !current?.session
        ? ''
        : describeSession(current.session),
      question === undefined ? describeActivity(run, phase, now) : `question #${question}`,
    ]
      .filter((text) => text !== '')
      .join('  ')
  }
  const costColumns = costs === 0 || columns < 60 ? 0 : costs + 2
  // Titles take the columns that the rest leaves.
  const phases = [...run.phases.values()]
  const taken =
    phases.length > mostGrouped ? columns : 4 + ids + 9 + costColumns + 2 + widestOf(phases.map(activityOf))
  const titles = Math.min(titleWidth, Math.max(share, columns - 1 - taken))
  return (phase: PhaseReport): string => {
    const { mark, tone } = words.phaseMark(phase.status, { ascii, excluded: phase.excluded })
    const { id, title, startedAt, completedAt } = phase
    const isIdle = !isRunning(phase)
    const activity = activityOf(phase)
    const worked = workedTime(run, now, phase)
    const time =
      startedAt === undefined
        ? ''
        : completedAt === undefined
          ? seconds(worked)
          : words.formatDuration(worked)
    const name = `${padText(fitText(words.plainLabel(id), ids, ellipsis), ids)}  ${padText(fitText(words.plainLabel(title), titles, ellipsis), titles)}`
    const cost =
      costColumns === 0 ? '' : `  ${(phase.spent ? words.shortUsage(phase.spent) : '').padStart(costs)}`
    const figures = paint(`${time.padStart(7)}${cost}`, 'dim')
    return `${paint(mark, tone)} ${name}  ${figures}  ${isIdle ? paint(activity, 'dim') : activity}`.trimEnd()
  }
}

/** Describes why a phase ended, why it has not begun, or its work now. */
export const describeActivity = (run: RunView, phase: PhaseReport, now: number): string => {
  const { status, failure, skipReason = '', because = '' } = phase
  if (status === 'failed') return words.plainLabel(failure?.message ?? '')
  if (status === 'skipped') return words.plainLabel(skipReason)
  if (status === 'blocked') return `blocked by ${words.plainLabel(because)}`
  const { text = '', step, until } = run.activities.get(phase.id) ?? {}
  // Before the text, so that a long text does not hide it.
  const elapsed = step ? `(${seconds(now - Date.parse(step.startedAt))}) ` : ''
  const end = until === undefined ? '' : ` until ${new Date(until).toTimeString().slice(0, 8)}`
  return describeWait(run, phase) ?? `${elapsed}${text}${end}`
}

/** `waits for phase 1`, for a phase that has not begun. Its activity contains the rest. */
const describeWait = (run: RunView, { id, status }: PhaseReport): string | undefined => {
  if (status !== 'pending' && status !== 'ready' && status !== 'checkpoint') return undefined
  const wait = run.waits.get(id)
  if (wait === undefined || wait.reason === 'ready' || wait.reason === 'stopped') return undefined
  const text = words.plainLabel(wait.sentence).replace(/\.$/, '')
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

/** `[session 1: 34k in, 1.2k out]` of the session that reported usage last. */
const describeSession = ({ number, ...usage }: NonNullable<PhaseActivity['session']>): string => {
  const { inputTokens = 0, cachedInputTokens = 0, outputTokens = 0, usd } = usage
  const isUnknown = usage.inputTokens === undefined && usage.outputTokens === undefined
  const counts = isUnknown
    ? 'tokens unknown'
    : words.describeTokens({ inputTokens, cachedInputTokens, outputTokens })
  const dollars = usd === null ? '' : `, ${words.formatDollars(usd)}`
  return `[session ${number}: ${counts}${dollars}]`
}

/** Formats a running time in whole seconds, because decimals would flicker. */
export const seconds = (ms: number): string =>
  ms < 1_000 ? '0 s' : ms < 60_000 ? `${Math.floor(ms / 1_000)} s` : words.formatDuration(ms)
