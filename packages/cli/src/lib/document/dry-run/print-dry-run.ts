import type { DryRunOutput } from '../json/dry-run-output.ts'
import type { PlanIssue } from '@amelia/core'
import { words, renderDryRun, showContent, labelContent, wrapContent } from '@amelia/core/view'
import type { HostConfinement } from '@amelia/core/plugin'
import { describePath, shortenOrder } from '../fact/shorten-order.ts'
import { agentNames } from '../../setting/agent-names.ts'
import { describeFailover } from '../../setting/failover/list-failover.ts'
import { contentWidth } from '../../terminal/content-width.ts'
import { widestOf } from '../../terminal/fit-text.ts'
import { quoteArgument } from '../../setting/quote-argument.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { describeCost, describeTime } from './describe-cost.ts'
import type { DryRunFacts } from './plan-dry-run.ts'
import { issueJson } from '../plan-json.ts'

/** Prints a preview of a run, as text or as one JSON object. */
export const printDryRun = (
  terminal: Terminal,
  facts: DryRunFacts,
  issues: readonly PlanIssue[],
  { json = false, needsTrust = false }: { json?: boolean; needsTrust?: boolean },
): void => {
  if (json) return terminal.out(`${JSON.stringify(dryRunJson(facts, issues))}\n`)
  const { preset, tdd } = facts
  const checks = Object.entries(facts.checks).map(([name, argv]) => ({
    name,
    command: argv.map(quoteArgument).join(' '),
  }))
  const fits = (commands: readonly string[]): boolean => fitRow(commands, terminal.columns)
  const list = (commands: readonly string[], mark: (command: string) => string): string =>
    fits(commands) ? commands.map(mark).join(', ') : `${commands.length}, shown in full below`
  const order = shortenOrder(facts.phases, facts.batches)
  const settings: [string, string][] = [
    ['Commit Mode', `${facts.commit} (${commits[facts.commit]})`],
    ['Target', facts.target],
    ...(facts.push === null ? [] : ([['Push', describePush(facts.push)]] satisfies [string, string][])),
    ['Preset', `${preset.preset} (${preset.reason})`],
    ['Trust', `${facts.trust} (${facts.asks})${needsTrust ? '; without a terminal, add --trust' : ''}`],
    ['Concurrency', String(facts.concurrency)],
    [
      'Verification',
      checks.length === 0
        ? 'not verified: no check is configured'
        : list(
            checks.map(({ command }) => command),
            inCode,
          ),
    ],
    ['Review', facts.review],
    ...(facts.totalMinutes === null
      ? []
      : ([['Estimate', `${facts.totalMinutes} min`]] satisfies [string, string][])),
    ...(tdd === null ? [] : ([['TDD', tdd]] satisfies [string, string][])),
    ...(facts.setup.length === 0
      ? []
      : ([['Set-up', list(facts.setup, inCode)]] satisfies [string, string][])),
    ...(facts.confinement === null
      ? []
      : ([['Confinement', describeConfined(facts.confinement)]] satisfies [string, string][])),
    ['Commands', facts.commands.length === 0 ? 'none in the plan' : list(facts.commands, markCommand)],
    ...(facts.order === undefined ? [] : ([['Width', facts.order.join('; ')]] satisfies [string, string][])),
    ...order.more.map((text): [string, string] => ['Order', `the first batches below, ${text}`]),
    ['Critical Path', describePath(facts.criticalPath)],
    ...facts.failover.map((list): [string, string] => ['Failover', describeFailover(list)]),
    ...(facts.budget === null ? [] : ([['Budget', facts.budget]] satisfies [string, string][])),
    ['Cost', describeCost(facts.cost, facts.agentPhases)],
    ...(facts.time === null ? [] : ([['Time', describeTime(facts.time)]] satisfies [string, string][])),
    ...promptRow(facts.firstPrompt),
    ...(facts.agents.length > 0 && facts.needsAgent.length === 0
      ? []
      : ([['Agent', agentOf(facts)]] satisfies [string, string][])),
  ]
  const { phases, batches } = order
  terminal.out(renderDryRun({ ...facts, phases, batches, issues, settings }, { width: terminal.columns }))
  const { firstPrompt } = facts
  const scripts = [
    ...(fits(checks.map(({ command }) => command))
      ? []
      : checks.map(({ name, command }) => labelContent(`check ${name}`, command))),
    ...(fits(facts.setup) ? [] : facts.setup.map((command) => labelContent('set-up', command))),
    ...(fits(facts.commands) ? [] : facts.commands),
  ]
  if (scripts.length > 0) {
    const rows = scripts.flatMap((text) => wrapContent(text, contentWidth(terminal)))
    terminal.out(`\nCommands in full:\n\n${rows.join('\n')}\n`)
  }
  if (firstPrompt !== null) terminal.out(`\nFirst prompt:\n\n${promptLines(firstPrompt.text)}\n`)
}

const describeConfined = ({ on, detail, level }: HostConfinement): string =>
  on
    ? `writes outside the workspace are refused (${words.plainLabel(detail)})`
    : `none (${level}: ${words.plainLabel(detail)})`

const describePush = ({ remote, url, remotes }: NonNullable<DryRunFacts['push']>): string => {
  if (remote !== null) return words.plainLabel(url === null || url === remote ? remote : `${remote} (${url})`)
  if (remotes.length === 0) return 'nowhere: the repository has no remote'
  return `not decided: add --remote NAME, one of ${words.plainLabel(remotes.join(', '))}`
}

const promptRow = (prompt: DryRunFacts['firstPrompt']): [string, string][] =>
  prompt === null
    ? []
    : [
        [
          'First Prompt',
          `for phase ${words.plainLabel(prompt.phaseId)}, about ${words.formatCount(prompt.tokens)} tokens, shown at the end`,
        ],
      ]

/** The lines of a prompt. They are not wrapped, as the agent receives them. */
const promptLines = (text: string): string =>
  showContent(text.trimEnd())
    .map((line) => `    ${line}`.trimEnd())
    .join('\n')

/** A public interface: fields are added, never renamed. */
const dryRunJson = (facts: DryRunFacts, issues: readonly PlanIssue[]): DryRunOutput => {
  const { phases, stack, agentPhases: _count, order: _order, ...rest } = facts
  const sum = (amounts: (number | undefined)[]): number | null => {
    const known = amounts.flatMap((amount) => amount ?? [])
    const total = known.reduce((before, amount) => before + amount, 0)
    return known.length === 0 ? null : Math.round(total * 100) / 100
  }
  const included = phases.filter(({ excluded }) => excluded !== true)
  return {
    ...rest,
    stack: {
      language: stack.language ?? null,
      framework: stack.framework ?? null,
      tests: stack.tests ?? null,
    },
    phases: phases.map(({ id, title, dependsOn, estimate, minutes, priority, tasks, status }) => ({
      ...{ id, title, dependsOn },
      estimate: estimate ?? null,
      minutes: minutes ?? null,
      priority: priority ?? null,
      ...{ tasks, status },
    })),
    totals: {
      phases: included.length,
      points: sum(included.map(({ estimate }) => estimate)),
      tasks: sum(included.map(({ tasks }) => tasks)) ?? 0,
      minutes: sum(included.map(({ minutes }) => minutes)),
    },
    issues: issues.map(issueJson),
    validation: 'passed',
  }
}

const commits: Record<DryRunFacts['commit'], string> = {
  phase: 'one commit per phase',
  auto: 'one commit per phase',
  single: 'one commit at the end',
  'message-only': 'no commit: a commit message is ready',
}

/** A command as Markdown shows it, so that two of them do not look like one. */
const inCode = (command: string): string => `\`${command}\``

/** Marks the command in `ID: COMMAND`. */
const markCommand = (text: string): string => {
  const command = text.indexOf(': ') + 2
  return text.slice(0, command) + inCode(text.slice(command))
}

/** At most this many commands are in a row. */
const mostCommands = 20

/** Whether commands look in a row as they are: in one line, with words that fit, and apart. */
const fitRow = (commands: readonly string[], columns: number): boolean =>
  commands.length <= mostCommands &&
  commands.every(
    (text) =>
      words.plainLabel(text) === text &&
      showContent(text).join('\n') === text &&
      !text.includes('`') &&
      widestOf(text.split(' ')) <= columns / 2 - 3,
  )

/** At most this many phases are named. */
const mostNamed = 10

const agentOf = ({ needsAgent, phases }: DryRunFacts): string => {
  if (needsAgent.length === 0) return 'none: Amelia runs the steps of the plan'
  const more = needsAgent.length > mostNamed ? ` and ${needsAgent.length - mostNamed} more` : ''
  const which =
    needsAgent.length === phases.length
      ? 'every phase'
      : `phase ${needsAgent.slice(0, mostNamed).map(words.plainLabel).join(', ')}${more}`
  return `needed for ${which}: add --driver NAME, where NAME is ${agentNames.slice(0, -1).join(', ')} or ${agentNames.at(-1)}`
}
