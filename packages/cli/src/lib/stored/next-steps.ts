import { isAbsolute } from 'node:path'
import type { Report } from '@amelia/core'
import { listTries } from '@amelia/core/machine'
import { mergeCommand, runCondition } from '@amelia/core/view'
import type { GateNumbers } from './gate-numbers.ts'
import { quoteArgument } from '../setting/quote-argument.ts'
import type { DriverFlags } from '../setting/agent/driver-flags.ts'
import type { ReviewerFlags } from '../setting/read-reviewers.ts'
import { isUrl } from '../setting/is-url.ts'
import type { NotifyFlags } from '../setting/start-notifications.ts'
import { type ConfigFlags, configFlags } from '../setting/config/config-flags.ts'
import { databaseFlag } from '../setting/database-flag.ts'
import type { RunPlace } from './run-place.ts'
import type { WorkspaceFlags } from '../setting/workspace-options.ts'

/** Flags of the commands that run phases. `--repo`, and `--notify` with an address, are not stored. */
export interface RunFlags
  extends RunPlace,
    WorkspaceFlags,
    ReviewerFlags,
    DriverFlags,
    NotifyFlags,
    ConfigFlags {
  /** Flags about the config file, as {@link configFlags} lists them, in place of the others. */
  again?: readonly string[]
  /** The engine of a run on several machines, and the repository that they share. */
  engine?: 'dbos'
  remote?: string
}

interface ListedAnswers {
  /** Whether the answers of each question are shown before the commands. Default: false. */
  isListed?: boolean
}

/** At most this many questions get their own command. */
const mostGates = 10

/** Lists the next commands after a run with this report, one per line. */
export const nextSteps = (
  report: Report,
  options: RunFlags & ListedAnswers,
  numbers?: GateNumbers,
): string[] => {
  const { repo, database, isListed = false } = options
  const place = { repo, database, isListed }
  const git = repo === '.' ? 'git' : `git -C ${quoteArgument(repo)}`
  const resume = `  ${howToResume(report.runId, options)}`
  const command = mergeCommand(report)
  const what = command === 'commit' ? 'To commit the result:' : 'To merge the result:'
  const toResume = report.gates.length > 0 ? 'Then resume:' : 'To resume:'
  const merge = command === undefined ? [] : [what, `  ${git} ${command}`]

  switch (runCondition({ report }).status) {
    case 'completed':
      return merge
    case 'partial':
      return ['Some phases were skipped. The integrated phases are verified.', ...merge]
    case 'waiting':
      return [...answerSteps(report, place, numbers), toResume, resume, ...proposalSteps(report, resume)]
    case 'failed':
      return [
        ...showSteps(report, place),
        ...setupSteps(report, options, resume),
        'Fix the cause, then resume:',
        resume,
        'If the plan has to change, edit it, then:',
        `${resume} --replan`,
        ...proposalSteps(report, resume),
        ...(command === undefined ? [] : ['To merge the completed phases:', `  ${git} ${command}`]),
      ]
    case 'cancelled':
      // An open question would end the resumed run at once.
      return [
        ...merge,
        ...answerSteps(report, place, numbers),
        toResume,
        resume,
        ...proposalSteps(report, resume),
      ]
    case 'aborted':
    case 'reverted':
      return merge
    case 'running':
    case 'draining':
    case 'interrupted':
    case 'unknown':
      return answerSteps(report, place, numbers)
  }
}

/** Lists the commands that show and apply the plans which agents propose, each different plan once. */
const proposalSteps = ({ phases }: Report, resume: string): string[] => {
  const proposed = new Map<string, string>()
  for (const { restored = [] } of phases)
    for (const { plan, ticks, kept, diff = [] } of restored)
      if (plan && !ticks && kept !== undefined && isAbsolute(kept)) proposed.set(diff.join('\n'), kept)
  const commands = [...proposed.values()].map((path) => `${resume} --replan ${quoteArgument(path)}`)
  return commands.length === 0 ? [] : ['To see and apply a proposed plan:', ...commands]
}

/** Lists the command that shows the first failure. */
const showSteps = ({ runId, phases }: Report, place: RunPlace): string[] => {
  const failed = phases.find(({ status }) => status === 'failed')
  return failed ? ['To see the failure:', `  ${typed(['show', runId, failed.id], place)}`] : []
}

/** The message of Node about a package that is not installed, in a check or a step. */
const missingPackage = /Cannot find (?:package|module) '[^./]/

/** Suggests to install packages, which a workspace does not contain, if a phase failed without one. */
const setupSteps = ({ phases }: Report, { setup }: RunFlags, resume: string): string[] =>
  setup === undefined &&
  phases.some(
    ({ failure }) => failure && listTries(failure).some(({ output }) => missingPackage.test(output ?? '')),
  )
    ? ['A package is missing. To install the packages in each workspace:', `${resume} --setup "npm ci"`]
    : []

/** Lists the commands that answer the open questions, each by its number, with its first answer. */
export const answerSteps = (
  { runId, gates }: Report,
  { isListed = false, ...place }: RunPlace & ListedAnswers,
  numbers: GateNumbers = new Map(),
): string[] => {
  if (gates.length === 0) return []
  const commands = gates.slice(0, mostGates).map((gate) => {
    const words = ['answer', runId, `${numbers.get(gate.id) ?? gate.id}`, ...firstAnswer(gate)]
    return `  ${typed(words, place)}`
  })
  const more = gates.length - commands.length
  return [
    `To answer${!isListed && gates.some(({ choices }) => choices.length > 1) ? ' (amelia status lists the other answers)' : ''}:`,
    ...commands,
    ...(more > 0 ? [`  and ${more} more: ${howToShow(runId, place)}`] : []),
  ]
}

/** The first answer of a question. An agent that asks something needs a text. */
const firstAnswer = ({ blocker, choices }: Report['gates'][number]): string[] =>
  blocker === 'unexpected_state' && choices.includes('fix')
    ? ['fix', '--feedback', 'TEXT']
    : [choices[0] ?? 'abort']

/** Builds the command that resumes a run. */
export const howToResume = (runId: string, options: RunFlags): string =>
  typed(['resume', runId, ...(options.again ?? configFlags(options)), ...clusterFlags(options)], options)

/** The flags that a cluster's run needs again. A password is left out. */
const clusterFlags = ({ engine, remote = '' }: RunFlags): string[] =>
  engine === undefined
    ? []
    : ['--engine', engine, '--remote', remote.replace(/^([a-z][a-z0-9+.-]*:\/\/[^/@:]*):[^/@]*@/i, '$1@')]

/** Builds the command that watches a run. */
export const howToWatch = (runId: string, place: RunPlace): string => typed(['watch', runId], place)

/** Builds the command that asks the open questions of a run. */
export const howToAnswer = (runId: string, place: RunPlace): string => typed(['answer', runId], place)

/** Builds the command that stops a run. */
export const howToStop = (runId: string, place: RunPlace): string => typed(['cancel', runId], place)

/** Builds the command that shows a run. */
export const howToShow = (runId: string, place: RunPlace): string => typed(['status', runId], place)

/** Builds the command that pushes the branch of a completed run and opens a pull request. */
export const howToPull = (runId: string, options: RunFlags): string => {
  const { repo, database, engine, remote } = options
  const named = engine === undefined && remote !== undefined ? ['--remote', remote] : clusterFlags(options)
  return typed(['resume', runId, '--pr', ...(options.again ?? configFlags(options)), ...named], {
    repo,
    database,
  })
}

/** Builds the command that shows the settings of the runs of a repository. */
export const howToPrintConfig = (repo: string): string => typed(['run', '--print-config'], { repo })

/** Builds the command that prints the report of a run. */
export const howToReport = (runId: string, place: RunPlace): string => typed(['report', runId], place)

/** Builds the command that stops a phase or a step of a run. */
export const howToCancel = (
  runId: string,
  { phaseId, stepId, ...place }: RunPlace & { phaseId: string; stepId?: string },
): string => typed(['cancel', runId, phaseId, ...(stepId === undefined ? [] : ['--step', stepId])], place)

const typed = (words: string[], { repo, database, notify = [] }: RunPlace & NotifyFlags): string => {
  const flags = [
    ...(repo === '.' ? [] : ['--repo', repo]),
    ...databaseFlag(database),
    ...(notify.some(isUrl) ? notify.flatMap((target) => ['--notify', target]) : []),
  ]
  return ['amelia', ...words, ...flags].map(quoteArgument).join(' ')
}
