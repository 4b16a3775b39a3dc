import type { FrozenRun } from '../../machine/state/frozen-run.ts'
import { oneLine } from '../../text/one-line.ts'
import { commitSubject, withRunTrailers } from '../phase-message.ts'

/** Builds the message of a commit that belongs to the run: `Plan: <title>`, with the run's trailers. */
export const runMessage = ({ plan, runId }: FrozenRun, what: 'Plan' | 'Report'): string =>
  withRunTrailers(
    commitSubject(`${what}: ${oneLine(plan.title || plan.goal) || runId}`),
    runId,
    what === 'Plan' ? 'plan' : 'report',
  )

/** Builds the message of the single commit that contains all phases. */
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
