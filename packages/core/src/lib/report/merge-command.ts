import type { Report } from '../event/report.ts'

/**
 * The git command that takes over the work of a run, without `git`; undefined where none is needed, or `targetNote` contains it.
 *
 * It names a branch only where the run has published to one.
 */
export const mergeCommand = (report: Report): string | undefined => {
  const { publish, status, targetPublished, targetNote, runId } = report
  if (report.inPlace || report.reverted || !report.phases.some((phase) => phase.status === 'completed'))
    return undefined
  if (targetPublished) return publish === 'message-only' ? 'commit' : `merge ${branchOf(report)}`
  // Every other run that has not published yet does so when it is resumed.
  if (status !== 'aborted' || targetNote !== undefined) return undefined
  return `merge ${publish === 'message-only' ? '--squash ' : ''}${workOf(runId)}`
}

/** Where the work of a run is, in sentences: on the branch, in the checkout, or under the run's own reference. */
export const describeWork = (report: Report): string[] => {
  const { publish, status, runId, reverted, targetPublished } = report
  const at = report.head.slice(0, 7)
  if (reverted) return []
  if (targetPublished)
    return [
      publish === 'message-only'
        ? `The work is in your checkout, staged and not committed (${at}).`
        : `The work is on the branch ${branchOf(report)} (${at}).`,
    ]
  const work = `The work is at ${workOf(runId)} (${at})`
  const where = publish === 'message-only' ? 'your checkout' : `the branch ${branchOf(report)}`
  if (status === 'aborted') return [`${work}. It was not published.`]
  if (publish === 'phase' || status === 'completed' || status === 'partial')
    return [`${work}, and not ${publish === 'message-only' ? 'in' : 'on'} ${where}.`]
  return [
    `${work}. When every phase has ended, ${where} gets it${publish === 'single' ? ' as one commit' : ''}.`,
  ]
}

const branchOf = ({ target }: Report): string => target.replace(/^refs\/heads\//, '')

const workOf = (runId: string): string => `refs/amelia/${runId}/head`
