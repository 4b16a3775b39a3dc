import {
  choosePreset,
  type Phase,
  type PhaseView,
  type Plan,
  planBatches,
  type PresetName,
} from '@amelia/core'
import { type Paint, words, viewPhases } from '@amelia/core/view'
import { riskOf } from './json/risk-of.ts'
import stringWidth from 'fast-string-width'
import { accountOf, describeAccount } from './fact/account-of.ts'
import { describeShared, describeWidth } from './fact/describe-shared.ts'
import { describeTdd } from './fact/describe-tdd.ts'
import { describePath, shortenOrder } from './fact/shorten-order.ts'
import { placeOfLine } from './place-of-issue.ts'
import { suggestOrder } from './fact/suggest-order.ts'
import { needsAgent } from './fact/needs-agent.ts'
import type { PlanFile } from './read-plan-file.ts'
import { fitText, padText, widestOf } from '../terminal/fit-text.ts'
import { plural } from '../terminal/plural.ts'
import { wrapText } from '../terminal/wrap-text.ts'
import { openPath } from './fact/open-path.ts'

/** The terminal that {@link renderCheck} draws for. */
export interface CheckView {
  columns: number
  ascii: boolean
  paint: Paint
  /** Whether to suggest dependencies for phases that only the order of the document puts in sequence. */
  suggest?: boolean
}

/** Renders a plan: its goal, its phases in batches with their dependencies, and its critical path. */
export const renderCheck = (file: PlanFile, view: CheckView): string => {
  const { path, check } = file
  const { plan, graph, format, issues } = check
  if (plan === undefined || graph === undefined) return ''
  const width = view.columns
  const phases = viewPhases(plan)
  const order = shortenOrder(phases, planBatches(graph, plan.phases))
  const known = new Map(order.phases.map((phase) => [phase.id, phase]))
  const notes = new Map(plan.phases.map((phase) => [phase.id, notesOf(phase)]))
  const row = createRow(phases, notes, width, view)
  const tdd = describeTdd(plan)
  const account = accountOf(check)
  const warnings = issues.length === 0 ? '' : `, ${plural(issues.length, 'warning')}`
  const verdict = `${view.paint('The plan can be run', 'good')}${warnings}: ${words.plainLabel(path)}`

  const lines = [
    ...(stringWidth(path) + 30 + warnings.length > width
      ? [view.paint('The plan can be run', 'good') + warnings + ':', words.plainLabel(path)]
      : [verdict]),
    '',
    ...(plan.title === '' || plan.title === plan.goal
      ? []
      : field('Title', words.plainLabel(plan.title), width, view.paint)),
    ...field('Goal', words.plainLabel(plan.goal) || 'not given', width, view.paint),
    ...field('Format', format, width, view.paint),
    ...(plan.sources === undefined ? [] : field('Files', filesOf(plan.sources), width, view.paint)),
    ...(account.rule === '' ? [] : field('Order', account.rule, width, view.paint)),
    ...field('Read', describeAccount(account), width, view.paint),
    ...describeNotes(file).flatMap((note) => field('Note', note, width, view.paint)),
    ...field('Size', sizeOf(phases, plan) + minutesOf(plan), width, view.paint),
    ...field('Agent', agentFor(plan), width, view.paint),
    ...field('Preset', describePreset(plan), width, view.paint),
    ...(tdd === undefined ? [] : field('TDD', tdd, width, view.paint)),
    '',
  ]
  order.batches.forEach((batch, number) => {
    const kind = batch.kind === 'parallel' ? ' (parallel)' : ''
    lines.push(view.paint(`Batch ${number + 1}${kind}`, 'dim'))
    for (const phase of batch.phases.flatMap((id) => known.get(id) ?? []))
      lines.push(...row(phase), ...stepLines(plan, phase.id, width))
  })
  lines.push(...order.more)
  const shared = describeShared(graph, plan.phases)
  if (shared.length > 0) lines.push('', ...shared.flatMap((each) => field('Shared', each, width, view.paint)))
  const critical = openPath(plan)
  lines.push(
    '',
    ...field('Width', describeWidth(graph, plan.phases), width, view.paint),
    ...field(
      'Critical path',
      `${describePath(critical)}${pointsOf(critical, known, plan)}`,
      width,
      view.paint,
    ),
    ...(view.suggest === true
      ? ['', ...describeSuggestions(file).flatMap((each) => field('Suggest', each, width, view.paint))]
      : []),
  )
  return `${lines.join('\n')}\n`
}

/** Lists the steps of a batch of an execution plan, or of one of its parts. */
const stepLines = ({ format, phases }: Plan, id: string, width: number): string[] => {
  if (format !== 'execution-plan') return []
  const subtasks = phases.find((phase) => phase.id === id)?.subtasks ?? []
  const steps = subtasks.flatMap((subtask) => subtask.steps)
  const ids = widestOf(steps.map((step) => words.plainLabel(step.id)))
  return steps.map((step) =>
    fitText(`      ${padText(words.plainLabel(step.id), ids)}  ${words.plainLabel(step.description)}`, width),
  )
}

const mostNotes = 10

/** Lists the notes of the reading with their lines. */
const describeNotes = (file: PlanFile): string[] => {
  const { notes } = accountOf(file.check)
  const left = notes.length - mostNotes
  return [
    ...notes.slice(0, mostNotes).map(({ line, text }) => {
      const { path, line: own } = placeOfLine(file, line)
      return `${path === file.path ? '' : `${words.plainLabel(path)} `}line ${own}: ${words.plainLabel(text)}`
    }),
    ...(left > 0 ? [`and ${left} more; see --json`] : []),
  ]
}

/** Lists the lines that let phases run in parallel. */
const describeSuggestions = (file: PlanFile): string[] => {
  const found = suggestOrder(file.check)
  if (found.length === 0) return ['none: no phases share no file and wait only because of their order']
  const shown = found.slice(0, mostNotes).map(({ phase, line, add }) => {
    const { path, line: own } = placeOfLine(file, line)
    const place = `${path === file.path ? '' : `${words.plainLabel(path)} `}line ${own}`
    return `${words.plainLabel(phase)} (${place}) waits because of its position: add "${words.plainLabel(add)}"`
  })
  const left = found.length - shown.length
  return left > 0 ? [...shown, `and ${left} more; see --json`] : shown
}

const mostFiles = 8

/** Lists the files of a plan, those with context last. */
const filesOf = (sources: NonNullable<Plan['sources']>): string => {
  const list = (isContext: boolean): string => {
    const paths = sources.flatMap(({ path, context = false }) =>
      context === isContext ? [words.plainLabel(path)] : [],
    )
    const left = paths.length - mostFiles
    return `${paths.slice(0, mostFiles).join(', ')}${left > 0 ? ` and ${left} more` : ''}`
  }
  return [list(false), ...(sources.some(({ context }) => context) ? [`context: ${list(true)}`] : [])].join(
    '; ',
  )
}

/** Describes the preset that a run of the plan starts from, and why. */
const describePreset = (plan: Plan, named?: PresetName): string => {
  const { preset, reason } = choosePreset(plan, named)
  return `${preset} (${reason})`
}

const mostNamed = 20

const agentFor = (plan: Plan): string => {
  const ids = needsAgent(plan)
  if (ids.length === 0) return 'not needed'
  if (ids.length === plan.phases.length) return 'needed for every phase'
  const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : ''
  return `needed for ${ids.slice(0, mostNamed).map(words.plainLabel).join(', ')}${more}`
}

const field = (name: string, text: string, width: number, paint: Paint): string[] => {
  const indent = name.length + 2 > 8 ? 2 : 8
  const room = width - Math.max(indent, 10)
  const [first = '', ...rest] = wrapText(text, name.length + 2 > 8 ? width - name.length - 2 : room)
  const more = rest.length === 0 ? [] : wrapText(rest.join(' '), room)
  return [
    `${paint(padText(name, indent), 'dim')}${indent === 2 ? '  ' : ''}${first}`,
    ...more.map((line) => ' '.repeat(indent) + line),
  ]
}

const sizeOf = (phases: readonly PhaseView[], plan: Plan): string => {
  const tasks = phases.reduce((sum, phase) => sum + phase.tasks, 0)
  const done = phases.filter(({ status }) => status === 'external').length
  const estimates = phases.flatMap(({ estimate }) => (estimate === undefined ? [] : [estimate]))
  return [
    plural(phases.length, 'phase') + (done === 0 ? '' : ` (${done} done or skipped)`),
    ...(tasks === 0 ? [] : [plural(tasks, 'task')]),
    ...(estimates.length === 0 ? [] : [sumOf(estimates, plan)]),
  ].join(', ')
}

const minutesOf = ({ totalMinutes }: Plan): string =>
  totalMinutes === undefined ? '' : `, ${totalMinutes} min planned`

const pointsOf = (ids: readonly string[], known: ReadonlyMap<string, PhaseView>, plan: Plan): string => {
  const estimates = ids.flatMap((id) => known.get(id)?.estimate ?? [])
  if (estimates.length === 0) return ''
  return ` (${sumOf(estimates, plan)})`
}

/** Adds up estimates. Those of an execution plan are the minutes of its steps. */
const sumOf = (estimates: readonly number[], { format }: Pick<Plan, 'format'>): string => {
  const sum = Math.round(estimates.reduce((total, each) => total + each, 0) * 100) / 100
  return format === 'execution-plan' ? `${sum} min` : plural(sum, 'point')
}

/** Says what a run does with a phase beside its work: it asks about high risk, and runs acceptance checks. */
const notesOf = (phase: Phase): string[] => {
  const checks = phase.acceptance?.length ?? 0
  return [
    ...(riskOf(phase) === 'high' ? ['high risk'] : []),
    ...(checks === 0 ? [] : [plural(checks, 'acceptance check')]),
  ]
}

/** Aligns the columns of all phases. Dependencies that do not fit next to a title go below it. */
const createRow = (
  phases: readonly PhaseView[],
  notes: ReadonlyMap<string, readonly string[]>,
  width: number,
  view: CheckView,
) => {
  const ids = Math.min(16, widestOf(phases.map(({ id }) => words.plainLabel(id))))
  const left = 4 + ids + 2
  const widest = widestOf(phases.map(({ title }) => words.plainLabel(title)))
  const column = Math.min(widest, Math.max(16, Math.floor((width - left) * 0.6)))
  return (phase: PhaseView): string[] => {
    const { mark, tone } = words.phaseMark(phase.status, { ascii: view.ascii, excluded: phase.excluded })
    const start = `  ${view.paint(mark, tone)} ${padText(fitText(words.plainLabel(phase.id), ids), ids)}  `
    const note = [
      ...(phase.dependsOn.length === 0 ? [] : [`after ${phase.dependsOn.map(words.plainLabel).join(', ')}`]),
      ...(phase.priority === undefined ? [] : [`priority ${phase.priority}`]),
      ...(notes.get(phase.id) ?? []),
      ...(phase.status === 'blocked' || (phase.status === 'external' && phase.excluded) ? ['not run'] : []),
    ].join('; ')
    const title = fitText(words.plainLabel(phase.title), width - left)
    if (note === '') return [start + title]
    if (left + Math.max(column, stringWidth(title)) + 2 + stringWidth(note) <= width)
      return [`${start}${padText(title, column)}  ${view.paint(note, 'dim')}`]
    const below = wrapText(note, Math.max(10, width - left - 2))
    return [start + title, ...below.map((line) => ' '.repeat(left + 2) + view.paint(line, 'dim'))]
  }
}
