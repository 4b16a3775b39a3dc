import type { Report } from '@amelia/core'
import { quoteArgument } from './quote-argument.ts'

/** What to type after a run that ended so, a line each. */
export const nextSteps = (
  report: Report,
  { repo, argv }: { repo: string; argv: readonly string[] },
): string[] => {
  const git = repo === '.' ? 'git' : `git -C ${quoteArgument(repo)}`
  const branch = quoteArgument(report.target.replace(/^refs\/heads\//, ''))
  const again = ['amelia', ...argv].map(quoteArgument).join(' ')
  const done = report.phases.some(({ status }) => status === 'completed')
  const merge = done && report.targetPublished ? ['To take it over:', `  ${git} merge ${branch}`] : []

  switch (report.status) {
    case 'completed':
      return merge
    case 'partial':
      return ['Some phases were skipped; what is there was verified.', ...merge]
    case 'waiting':
      return waitingSteps(report, again)
    case 'failed':
      return [...merge, 'To try again when what failed is mended:', `  ${again}`]
    case 'cancelled':
      return [...merge, 'To begin again:', `  ${again}`]
    case 'aborted':
      return merge
    case 'running':
    case 'draining':
      return []
  }
}

const waitingSteps = ({ gates }: Report, again: string): string[] =>
  gates.some(({ kind }) => kind === 'plan')
    ? ["To agree to the plan's commands:", `  ${again} --yes`]
    : ['To be asked on the spot, run it in a terminal and without --json.']
