import { isAbsolute } from 'node:path'
import type { Plan, Report } from '@amelia/core'
import { listTries } from '@amelia/core/machine'
import { mergeCommand, runCondition, words } from '@amelia/core/view'
import { howToInstall } from '../setting/install-commands.ts'
import { failedPhases, listRepeated } from './failed-phases.ts'
import type { BaseFacts } from './read-base.ts'
import type { GateNumbers } from './gate-numbers.ts'
import { quoteArgument } from '../setting/quote-argument.ts'
import type { DriverFlags } from '../setting/agent/driver-flags.ts'
import type { ReviewerFlags } from '../setting/read-reviewers.ts'
import { typedCommand } from '../setting/typed-command.ts'
import type { NotifyFlags } from '../setting/start-notifications.ts'
import { type ConfigFlags, configFlags } from '../setting/config/config-flags.ts'
import type { RunPlace } from './run-place.ts'
import type { WorkspaceFlags } from '../setting/workspace-options.ts'

/** Flags of the commands that run phases. `--repo`, and `--notify` with an address, are not stored. */
export interface RunFlags
  extends RunPlace,
    WorkspaceFlags,
    ReviewerFlags,
    DriverFlags,
    NotifyFlags,
    ConfigFlags,
    BaseFacts {
  /** The engine of a run on several machines, and the repository that they share. */
  engine?: 'dbos'
  remote?: string
}

/** A command that matters next, and its effect in a few words. */
export interface NextStep {
  about: string
  command: string
}

/** The facts on which the next commands depend. */
export interface NextStepOptions extends RunFlags {
  /** The plan of the run. One without a file cannot be edited. */
  plan?: Pick<Plan, 'file'>
  /** Whether a person can be asked the open questions. Default: false. */
  attended?: boolean
}

/** At most this many questions get their own command. */
const mostGates = 10

/** Lists the next commands after a run with this report, the most useful one first. */
export const nextSteps = (report: Report, options: NextStepOptions, numbers?: GateNumbers): NextStep[] => {
  const { repo, database, attended = false, plan } = options
  const place = { repo, database }
  const command = howToMerge(report, options)
  const merge = (what: string): NextStep[] => (command === undefined ? [] : [{ about: what, command }])
  const whole =
    report.publish === 'message-only' && report.targetPublished ? 'commit the result' : 'merge the result'
  const resume = howToResume(report.runId, options)
  const again = (about: string): NextStep => ({ about, command: resume })
  const proposals = proposalSteps(report, resume)
  const answers = attended ? askStep(report, place) : answerSteps(report, place, numbers)

  switch (runCondition({ report }).status) {
    case 'completed':
    case 'partial':
      return [
        ...merge(whole),
        ...forkSteps(report, options),
        { about: 'read what was done', command: howToReport(report.runId, place) },
      ]
    case 'waiting':
      return [...answers, ...(budgetSteps(report, resume) ?? [again('resume the run')]), ...proposals]
    case 'failed':
      return [
        ...showSteps(report, place),
        ...setupSteps(report, options, resume),
        again('try the failed phases again'),
        ...merge('merge the completed phases'),
        ...proposals,
        ...(plan?.file === undefined
          ? []
          : [{ about: 'apply the plan after you edit it', command: `${resume} --replan` }]),
      ]
    case 'cancelled':
      return [
        ...answers,
        // An open question would end the resumed run at once.
        again('resume the run'),
        ...merge('merge the completed phases'),
        ...proposals,
      ]
    case 'aborted':
      return [...showSteps(report, place), ...merge(whole), ...forkSteps(report, options)]
    case 'reverted':
      return merge(whole)
    case 'running':
    case 'draining':
    case 'interrupted':
    case 'unknown':
      return answerSteps(report, place, numbers)
  }
}

/** Builds the command that merges the work: of git without a base branch, and for work in the checkout. */
const howToMerge = (
  report: Report,
  { repo, database, engine, base, merged }: RunFlags,
): string | undefined => {
  const command = mergeCommand(report)
  if (command === undefined || merged) return undefined
  const isGit =
    base === undefined ||
    engine !== undefined ||
    report.publish === 'message-only' ||
    report.target === `refs/heads/${base}`
  if (!isGit) return typedCommand(['merge', report.runId], { repo, database })
  return `${repo === '.' ? 'git' : `git -C ${quoteArgument(repo)}`} ${command}`
}

/** Lists the commands that show and apply the plans which agents propose, each different plan once. */
const proposalSteps = ({ phases }: Report, resume: string): NextStep[] => {
  const proposed = new Map<string, string>()
  for (const { restored = [] } of phases)
    for (const { plan, ticks, kept, diff = [] } of restored)
      if (plan && !ticks && kept !== undefined && isAbsolute(kept)) proposed.set(diff.join('\n'), kept)
  return [...proposed.values()].map((path) => ({
    about: 'see and apply a proposed plan',
    command: `${resume} --replan ${quoteArgument(path)}`,
  }))
}

/** Lists the command that shows the first failure. */
const showSteps = (report: Report, place: RunPlace): NextStep[] =>
  failedPhases(report)
    .slice(0, 1)
    .map(({ id }) => ({
      about: 'see the failure and its full output',
      command: typedCommand(['show', report.runId, id], place),
    }))

/** Lists the command that tries an ended run again, which cannot be resumed. */
const forkSteps = (report: Report, options: RunFlags): NextStep[] =>
  listRepeated(report).map((id) => ({
    about: `try again from phase ${words.plainLabel(id)}, as a new run`,
    command: typedCommand(['fork', report.runId, '--from', id, ...configFlags(options)], options),
  }))

/** The message of Node about a package that is not installed, in a check or a step. */
const missingPackage = /Cannot find (?:package|module) '[^./]/

/** Suggests to install packages, which a workspace does not contain, if a phase failed without one. */
const setupSteps = ({ phases }: Report, { setup, repo }: RunFlags, resume: string): NextStep[] =>
  setup === undefined &&
  phases.some(
    ({ failure }) => failure && listTries(failure).some(({ output }) => missingPackage.test(output ?? '')),
  )
    ? [{ about: 'install missing packages first', command: `${resume} --setup "${howToInstall(repo)}"` }]
    : []

/** The command that raises the used-up budget of the run or of a phase; undefined if none is used up. */
const budgetSteps = ({ gates }: Report, resume: string): NextStep[] | undefined => {
  const { exhausted = [], phaseIds = [] } = gates.find((gate) => gate.exhausted) ?? {}
  const of = phaseIds.length === 0 ? '--budget' : '--phase-budget'
  const flags = exhausted.flatMap((kind) => (kind === 'tokens' || kind === 'usd' ? `${of}-${kind} N` : []))
  return flags.length === 0
    ? undefined
    : [{ about: 'resume with another budget', command: `${resume} ${flags.join(' ')}` }]
}

/** Lists the command that asks the open questions, one after the other. */
const askStep = ({ runId, gates }: Report, place: RunPlace): NextStep[] =>
  gates.length === 0
    ? []
    : [
        {
          about: gates.length === 1 ? 'answer the question' : `answer the ${gates.length} questions`,
          command: howToAnswer(runId, place),
        },
      ]

/** Lists the commands that answer the open questions, each by its number, with its first answer. */
export const answerSteps = (
  { runId, gates }: Report,
  place: RunPlace,
  numbers: GateNumbers = new Map(),
): NextStep[] => {
  const commands = gates.slice(0, mostGates).map((gate) => {
    const number = numbers.get(gate.id)
    return {
      about: number === undefined ? 'answer the question' : `answer question ${number}`,
      command: typedCommand(['answer', runId, `${number ?? gate.id}`, ...firstAnswer(gate)], place),
    }
  })
  const more = gates.length - commands.length
  const rest = { about: `see the other ${more} questions`, command: howToShow(runId, place) }
  return more > 0 ? [...commands, rest] : commands
}

/** The first answer of a question, with the text that it needs. */
const firstAnswer = ({ choices: [first = 'abort'] }: Report['gates'][number]): string[] =>
  words.needsText(first) ? [first, '--feedback', 'TEXT'] : [first]

/** Builds the command that resumes a run. */
export const howToResume = (runId: string, options: RunFlags): string =>
  typedCommand(['resume', runId, ...configFlags(options), ...clusterFlags(options)], options)

/** The flags that a cluster's run needs again. A password is left out. */
const clusterFlags = ({ engine, remote = '' }: RunFlags): string[] =>
  engine === undefined
    ? []
    : ['--engine', engine, '--remote', remote.replace(/^([a-z][a-z0-9+.-]*:\/\/[^/@:]*):[^/@]*@/i, '$1@')]

/** Builds the command that watches a run. */
export const howToWatch = (runId: string, place: RunPlace): string => typedCommand(['watch', runId], place)

/** Builds the command that asks the open questions of a run. */
export const howToAnswer = (runId: string, place: RunPlace): string => typedCommand(['answer', runId], place)

/** Builds the command that stops a run. */
export const howToStop = (runId: string, place: RunPlace): string => typedCommand(['cancel', runId], place)

/** Builds the command that shows a run. */
export const howToShow = (runId: string, place: RunPlace): string => typedCommand(['status', runId], place)

/** Builds the command that pushes the branch of a completed run and opens a pull request. */
export const howToPull = (runId: string, options: RunFlags): string => {
  const { repo, database, engine, remote } = options
  const named = engine === undefined && remote !== undefined ? ['--remote', remote] : clusterFlags(options)
  const argv = ['resume', runId, '--pr', ...configFlags(options), ...named]
  return typedCommand(argv, { repo, database })
}

/** Builds the command that shows the settings of the runs of a repository. */
export const howToPrintConfig = (repo: string): string => typedCommand(['run', '--print-config'], { repo })

/** Builds the command that prints the events of a phase. */
export const howToLog = (runId: string, { phaseId, ...place }: RunPlace & { phaseId: string }): string =>
  typedCommand(['logs', runId, phaseId], place)

/** Builds the command that prints the report of a run. */
export const howToReport = (runId: string, place: RunPlace): string => typedCommand(['report', runId], place)

/** Builds the command that stops a phase or a step of a run. */
export const howToCancel = (
  runId: string,
  { phaseId, stepId, ...place }: RunPlace & { phaseId: string; stepId?: string },
): string =>
  typedCommand(['cancel', runId, phaseId, ...(stepId === undefined ? [] : ['--step', stepId])], place)
