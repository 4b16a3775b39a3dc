import { howToTakeOver, type Report } from '@amelia/core'
import { quoteArgument } from '../setting/quote-argument.ts'
import { agentFlagNames, type AgentFlags, type DriverFlags } from '../setting/driver-flags.ts'
import type { ReviewerFlags } from '../setting/read-reviewers.ts'
import type { WorkspaceFlags } from '../setting/workspace-options.ts'

/** What a command needs to find the run again. */
export interface RunFlags extends WorkspaceFlags, ReviewerFlags, DriverFlags {
  repo: string
}

/** So many questions are answered by a command each; who has more looks at them one after the other. */
const mostGates = 10

/** What to type after a run that ended so, a line each. */
export const nextSteps = (report: Report, options: RunFlags): string[] => {
  const { repo } = options
  const git = repo === '.' ? 'git' : `git -C ${quoteArgument(repo)}`
  const resume = `  ${howToResume(report.runId, options)}`
  const command = howToTakeOver(report)
  const what = command === 'commit' ? 'To commit it:' : 'To take it over:'
  const merge = command === undefined ? [] : [what, `  ${git} ${command}`]

  switch (report.status) {
    case 'completed':
      return merge
    case 'partial':
      return ['Some phases were skipped; what is there was verified.', ...merge]
    case 'waiting':
      return [...answerSteps(report, repo), 'Then go on:', resume]
    case 'failed':
      return [...merge, 'To try again when what failed is mended:', resume]
    case 'cancelled':
      return [...merge, 'To go on:', resume]
    case 'aborted':
      return merge
    case 'running':
    case 'draining':
      return answerSteps(report, repo)
  }
}

/** The commands that answer what is open, each with the first of its answers. */
export const answerSteps = ({ runId, gates }: Report, repo: string): string[] => {
  if (gates.length === 0) return []
  const commands = gates
    .slice(0, mostGates)
    .map(({ id, choices }) => `  ${typed(['answer', runId, id, choices[0] ?? 'abort'], { repo })}`)
  const more = gates.length - commands.length
  return [
    `To answer${gates.some(({ choices }) => choices.length > 1) ? ', with this or another of its answers' : ''}:`,
    ...commands,
    ...(more > 0 ? [`  and ${more} more: ${typed(['status', runId], { repo })}`] : []),
  ]
}

/** The command that goes on with a run. */
export const howToResume = (runId: string, options: RunFlags): string => typed(['resume', runId], options)

const typed = (
  words: string[],
  { repo, driver, setup, copy, link, reviewer, finalReviewer, ...flagsOf }: RunFlags,
): string => {
  const flags = [
    ...(repo === '.' ? [] : ['--repo', repo]),
    ...(driver === undefined || driver === 'steps' ? [] : ['--driver', driver]),
    ...(Object.keys(agentFlagNames) as (keyof AgentFlags)[]).flatMap((flag) =>
      [flagsOf[flag] ?? []].flat().flatMap((value) => [agentFlagNames[flag], value]),
    ),
    ...(setup ?? []).flatMap((command) => ['--setup', command]),
    ...(copy ?? []).flatMap((path) => ['--copy', path]),
    ...(link ?? []).flatMap((path) => ['--link', path]),
    ...(reviewer ?? []).flatMap((command) => ['--reviewer', command]),
    ...(finalReviewer ?? []).flatMap((command) => ['--final-reviewer', command]),
  ]
  return ['amelia', ...words, ...flags].map(quoteArgument).join(' ')
}
