import type { FrozenRun } from '../../machine/state/frozen-state.ts'
import { oneLine } from '../../text/one-line.ts'
import { commitSubject } from '../commit-subject.ts'
import { withRunTrailers } from '../phase-message.ts'

/** The message of a commit of the run's own: `Plan: <title>`, with the run's trailers. */
export const runMessage = ({ plan, runId }: FrozenRun, what: 'Plan' | 'Report'): string =>
  withRunTrailers(
    commitSubject(`${what}: ${oneLine(plan.title || plan.goal) || runId}`),
    runId,
    what === 'Plan' ? 'plan' : 'report',
  )

/** The message of the one commit that holds the whole run. */
export const squashMessage = ({ plan, runId, phases }: FrozenRun): string => {
  const done = phases
    .filter(({ status }) => status === 'completed')
    .map(({ planned: { id, title } }) => `- Phase ${id}: ${oneLine(title)}`)
  return withRunTrailers(
    `${commitSubject(oneLine(plan.title || plan.goal) || runId)}\n\n${done.join('\n')}`,
    runId,
    'squash',
  )
}
