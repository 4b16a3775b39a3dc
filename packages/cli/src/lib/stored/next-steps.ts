import { mergeCommand, type Report } from '@amelia/core'
import type { GateNumbers } from './gate-numbers.ts'
import { quoteArgument } from '../setting/quote-argument.ts'
import type { DriverFlags } from '../setting/driver-flags.ts'
import type { ReviewerFlags } from '../setting/read-reviewers.ts'
import { isUrl } from '../setting/is-url.ts'
import type { NotifyFlags } from '../setting/start-notifications.ts'
import type { WorkspaceFlags } from '../setting/workspace-options.ts'

/** Flags of the commands that run phases. `--repo`, and `--notify` with an address, are not stored. */
export interface RunFlags extends WorkspaceFlags, ReviewerFlags, DriverFlags, NotifyFlags {
  repo: string
}

/** At most this many questions get their own command. */
const mostGates = 10

/** Lists the next commands after a run with this report, one per line. */
export const nextSteps = (report: Report, options: RunFlags, numbers?: GateNumbers): string[] => {
  const { repo } = options
  const git = repo === '.' ? 'git' : `git -C ${quoteArgument(repo)}`
  const resume = `  ${howToResume(report.runId, options)}`
  const command = mergeCommand(report)
  const what = command === 'commit' ? 'To commit the result:' : 'To merge the result:'
  const merge = command === undefined ? [] : [what, `  ${git} ${command}`]

  switch (report.status) {
    case 'completed':
      return merge
    case 'partial':
      return ['Some phases were skipped. The integrated phases are verified.', ...merge]
    case 'waiting':
      return [...answerSteps(report, repo, numbers), 'Then resume:', resume]
    case 'failed':
      return [
        ...merge,
        ...showSteps(report, repo),
        'Fix the cause, then resume:',
        resume,
        'If the plan has to change, edit it, then:',
        `${resume} --replan`,
      ]
    case 'cancelled':
      return [...merge, 'To resume:', resume]
    case 'aborted':
      return merge
    case 'running':
    case 'draining':
      return answerSteps(report, repo, numbers)
  }
}

/** Lists the command that shows the first failure. */
const showSteps = ({ runId, phases }: Report, repo: string): string[] => {
  const failed = phases.find(({ status }) => status === 'failed')
  return failed ? ['To see the failure:', `  ${typed(['show', runId, failed.id], { repo })}`] : []
}

/** Lists the commands that answer the open questions, each by its number, with its first answer. */
export const answerSteps = (
  { runId, gates }: Report,
  repo: string,
  numbers: GateNumbers = new Map(),
): string[] => {
  if (gates.length === 0) return []
  const commands = gates
    .slice(0, mostGates)
    .map(
      ({ id, choices }) =>
        `  ${typed(['answer', runId, `${numbers.get(id) ?? id}`, choices[0] ?? 'abort'], { repo })}`,
    )
  const more = gates.length - commands.length
  return [
    `To answer${gates.some(({ choices }) => choices.length > 1) ? ' (amelia status lists the other answers)' : ''}:`,
    ...commands,
    ...(more > 0 ? [`  and ${more} more: ${howToShow(runId, { repo })}`] : []),
  ]
}

/** Builds the command that resumes a run. */
export const howToResume = (runId: string, options: RunFlags): string => typed(['resume', runId], options)

/** Builds the command that watches a run. */
export const howToWatch = (runId: string, { repo }: Pick<RunFlags, 'repo'>): string =>
  typed(['watch', runId], { repo })

/** Builds the command that asks the open questions of a run. */
export const howToAnswer = (runId: string, { repo }: Pick<RunFlags, 'repo'>): string =>
  typed(['answer', runId], { repo })

/** Builds the command that stops a run. */
export const howToStop = (runId: string, { repo }: Pick<RunFlags, 'repo'>): string =>
  typed(['cancel', runId], { repo })

/** Builds the command that shows a run. */
export const howToShow = (runId: string, { repo }: Pick<RunFlags, 'repo'>): string =>
  typed(['status', runId], { repo })

/** Builds the command that pushes the branch of a completed run and opens a pull request. */
export const howToPull = (runId: string, { repo, remote }: { repo: string; remote?: string }): string =>
  typed(['resume', runId, '--pr', ...(remote === undefined ? [] : ['--remote', remote])], { repo })

/** Builds the command that prints the report of a run. */
export const howToReport = (runId: string, { repo }: Pick<RunFlags, 'repo'>): string =>
  typed(['report', runId], { repo })

/** Builds the command that stops a phase or a step of a run. */
export const howToCancel = (
  runId: string,
  { repo, phaseId, stepId }: { repo: string; phaseId: string; stepId?: string },
): string => typed(['cancel', runId, phaseId, ...(stepId === undefined ? [] : ['--step', stepId])], { repo })

const typed = (words: string[], { repo, notify = [] }: Pick<RunFlags, 'repo' | 'notify'>): string => {
  const flags = [
    ...(repo === '.' ? [] : ['--repo', repo]),
    ...(notify.some(isUrl) ? notify.flatMap((target) => ['--notify', target]) : []),
  ]
  return ['amelia', ...words, ...flags].map(quoteArgument).join(' ')
}
