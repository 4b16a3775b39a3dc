import type { Report } from '../event/report.ts'

/**
 * Returns the git command that merges the work of a run, without the word `git`.
 *
 * Returns undefined if no command is needed or `targetNote` contains it. The command names a branch only if
 * the run has published to it.
 */
export const mergeCommand = (report: Report): string | undefined => {
  const { publish, status, targetPublished, targetNote, runId } = report
  if (report.inPlace || report.reverted || !report.phases.some((phase) => phase.status === 'completed'))
    return undefined
  if (targetPublished) return publish === 'message-only' ? 'commit' : `merge ${branchOf(report)}`
  // Any other run that has not published yet publishes when it is resumed.
  if (status !== 'aborted' || targetNote !== undefined) return undefined
  return `merge ${publish === 'message-only' ? '--squash ' : ''}${workOf(runId)}`
}

/**
 * Describes where the work of a run is: on the branch, in the checkout, or only under the run's own
 * reference.
 */
export const describeWork = (report: Report): string[] => {
  const { publish, status, runId, reverted, targetPublished } = report
  const at = report.head.slice(0, 7)
  if (reverted) return []
  // Without a phase, only the plan and the records of the run are published.
  const what = report.phases.some((phase) => phase.status === 'completed') ? 'work' : 'plan'
  if (targetPublished)
    return [
      publish === 'message-only'
        ? `The work is in your checkout, staged but not committed (${at}).`
        : `The ${what} is on the branch ${branchOf(report)}${publish === 'single' ? ', as one commit' : ` (${at})`}.`,
    ]
  const work = `The work is at ${workOf(runId)} (${at})`
  const where = publish === 'message-only' ? 'your checkout' : `the branch ${branchOf(report)}`
  if (status === 'aborted') return [`${work}. It was not published.`]
  if (publish === 'phase' || status === 'completed' || status === 'partial')
    return [`${work}, but not ${publish === 'message-only' ? 'in' : 'on'} ${where}.`]
  return [
    `${work}. It is published to ${where}${publish === 'single' ? ' as one commit' : ''} when every phase has ended.`,
  ]
}

const branchOf = ({ target }: Report): string => target.replace(/^refs\/heads\//, '')

const workOf = (runId: string): string => `refs/amelia/${runId}/head`
