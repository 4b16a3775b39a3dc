import { plural } from '../../text/format-count.ts'
import type { DriverAccess } from '../../contract/driver.ts'
import type { Batch } from '../../graph/plan-batches.ts'
import type { PlanIssue } from '../../plan/plan-issue.ts'
import { showContent } from '../../text/content/show-content.ts'
import { displayWidth } from '../../text/display-width.ts'
import { describeEmptyAccount } from './describe-empty-account.ts'
import type { PhaseView } from '../phase-view.ts'
import { describeExternal } from './phase-mark.ts'
import { plainLabel } from './plain-label.ts'
import { wrapText } from '../../text/wrap-text.ts'

/** A guess at the language, framework and test runner of a project. */
export interface Stack {
  /** The main language, such as `TypeScript`. Absent: not detected. */
  language?: string
  /** The framework. Absent: not detected. */
  framework?: string
  /** The test runner. Absent: not detected. */
  tests?: string
}

/** The contents of a dry run's preview. */
export interface DryRun {
  /** The path of the plan, as the user gave it. */
  plan: string
  /** The plan's goal. Shown as `not given` if it is empty. */
  goal: string
  /** The detected stack of the project. */
  stack: Stack
  /** The phases that {@link DryRun.batches} names. */
  phases: readonly PhaseView[]
  /** The batches, in the order in which they start. */
  batches: readonly Batch[]
  /** The plan's errors and warnings. */
  issues: readonly PlanIssue[]
  /** Further facts at the top, each with its name: the target, the checks, ... */
  settings?: readonly (readonly [name: string, value: string])[]
  /** The agents that work on the plan, each with its roles or name, and what its driver tells about it. */
  agents?: readonly { name: string; access?: DriverAccess }[]
  /** The command that runs the plan. */
  command?: string
}

/**
 * Renders what a run of the plan would do, in order (seed: phase-execution-reference, Dry Run Mode).
 */
export const renderDryRun = (
  dryRun: DryRun,
  options: {
    /** The most columns of a line. Default: no limit. */
    width?: number
  } = {},
): string => {
  const width = options.width ?? Number.POSITIVE_INFINITY
  const { phases, batches, stack } = dryRun
  const known = new Map(phases.map((phase) => [phase.id, phase]))
  const heading = 'DRY RUN - EXECUTION PREVIEW'
  const fields = [
    ['Plan', dryRun.plan],
    ['Goal', dryRun.goal || 'not given'],
    ...(dryRun.settings ?? []),
  ] as const
  const found = (value: string | undefined): string => value ?? 'not detected'

  return `${[
    heading,
    '='.repeat(heading.length),
    '',
    ...fields.flatMap(([name, value]) => hang(`${name}: `, plainLabel(value) || 'none', width)),
    '',
    'Stack Detection:',
    `- Language: ${found(stack.language)}`,
    `- Framework: ${found(stack.framework)}`,
    `- Tests: ${found(stack.tests)}`,
    '',
    ...describeAgents(dryRun.agents ?? [], width),
    'Execution Order:',
    '',
    ...batches.flatMap(({ kind, phases: ids }, number) => [
      `Batch ${number + 1} (${kind}):`,
      ...ids.flatMap((id) => known.get(id) ?? []).flatMap((phase) => describe(phase, width)),
      '',
    ]),
    `Total: ${totals(phases.filter(({ excluded }) => excluded !== true))}`,
    '',
    ...validation(dryRun, width),
  ].join('\n')}\n`
}

const describe = (phase: PhaseView, width: number): string[] => {
  const id = `[${plainLabel(phase.id)}]`
  const left = ' '.repeat(3 + displayWidth(id))
  const facts = [
    ...(phase.estimate === undefined ? [] : [plural(phase.estimate, 'pt')]),
    ...(phase.minutes === undefined ? [] : [`${rounded(phase.minutes)} min`]),
    ...(phase.priority === undefined ? [] : [`priority ${phase.priority}`]),
  ]
  const points = facts.length === 0 ? '' : ` (${facts.join(', ')})`
  const state =
    phase.status === 'external'
      ? ` - ${describeExternal(phase)}`
      : phase.status === 'blocked'
        ? ' - not run: it depends on a phase that is not run'
        : ''
  const dependencies = phase.dependsOn.map((other) => plainLabel(other)).join(', ')
  return [
    ...hang(`  ${id} `, `${plainLabel(phase.title)}${points}${state}`, width),
    ...hang(`${left}Dependencies: `, dependencies === '' ? 'none' : `[${dependencies}]`, width),
    `${left}Tasks: ${phase.tasks}`,
  ]
}

const describeAgents = (agents: NonNullable<DryRun['agents']>, width: number): string[] =>
  agents.length === 0 ? [] : ['Agents:', ...agents.flatMap((agent) => describeAgent(agent, width)), '']

const describeAgent = ({ name, access }: NonNullable<DryRun['agents']>[number], width: number): string[] => {
  const { allowed, sees, confined, login, paidBy, emptyAs } = access ?? unknownAccess
  const facts = [
    ['May', allowed],
    ['Sees', sees],
    ['Confined to', confined],
    ...(login === undefined ? [] : [['Login', login] as const]),
    ...(paidBy === undefined ? [] : [['Paid by', paidBy] as const]),
    ...(emptyAs === undefined ? [] : [['If that is empty', describeEmptyAccount(emptyAs)] as const]),
  ] as const
  return [
    `- ${plainLabel(name)}`,
    ...facts.flatMap(([title, text]) => hang(`    ${title}: `, plainLabel(text), width)),
  ]
}

const unknownAccess: DriverAccess = {
  allowed: 'unknown: this driver does not describe its access',
  sees: 'unknown',
  confined: 'unknown',
}

const totals = (phases: readonly PhaseView[]): string => {
  const points = sumOf(phases, ({ estimate }) => estimate)
  const minutes = sumOf(phases, (phase) => phase.minutes)
  const tasks = phases.reduce((sum, phase) => sum + phase.tasks, 0)
  return [
    plural(phases.length, 'phase'),
    ...(points === undefined ? [] : [plural(points, 'point')]),
    plural(tasks, 'task'),
    ...(minutes === undefined ? [] : [`about ${plural(minutes, 'minute')}`]),
  ].join(', ')
}

const sumOf = (
  phases: readonly PhaseView[],
  amountOf: (phase: PhaseView) => number | undefined,
): number | undefined => {
  const amounts = phases.flatMap((phase) => amountOf(phase) ?? [])
  return amounts.length === 0 ? undefined : rounded(amounts.reduce((sum, amount) => sum + amount, 0))
}

const rounded = (amount: number): number => Math.round(amount * 100) / 100

/** More issues are more than a person reads. */
const mostIssues = 50

const validation = ({ issues, command }: DryRun, width: number): string[] => {
  const failed = issues.some(({ severity }) => severity === 'error')
  const left = issues.length - mostIssues
  const lines = issues
    .slice(0, mostIssues)
    .flatMap(({ severity, file, line, message }) =>
      hang(
        `- ${file === undefined ? 'line ' : `${file}:`}${line}: ${severity}: `,
        plainLabel(message),
        width,
        2,
      ),
    )
  if (left > 0) lines.push(`- and ${left} more`)
  if (failed) return ['Validation: FAILED', ...lines]
  const passed = issues.length === 0 ? 'PASSED' : `PASSED, ${plural(issues.length, 'warning')}`
  return [
    `Validation: ${passed}`,
    ...lines,
    ...(command === undefined ? [] : [`Ready to execute with: ${showContent(command).join('\n')}`]),
  ]
}

/** Wraps a text behind its name, with further lines indented. */
const hang = (name: string, text: string, width: number, indent = displayWidth(name)): string[] => {
  if (displayWidth(name) + displayWidth(text) <= width) return [name + text]
  const left = Math.min(indent, Math.floor(width / 2))
  const [first = '', ...rest] = wrapText(text, Math.max(10, width - Math.max(left, displayWidth(name))))
  const more = rest.length === 0 ? [] : wrapText(rest.join(' '), Math.max(10, width - left))
  return [name + first, ...more.map((line) => ' '.repeat(left) + line)]
}
