import type { RunState } from '../machine/run-state.ts'
import { oneLine } from '../prompt/one-line.ts'
import { withRunTrailer } from './phase-message.ts'

/** The message of a commit of the run's own: `Plan: <title>`, with the run's trailer. */
export const runMessage = ({ plan, runId }: RunState, what: 'Plan' | 'Report'): string =>
  withRunTrailer(`${what}: ${oneLine(plan.title || plan.goal) || runId}`, runId)

/** The message of the one commit that holds the whole run. */
export const squashMessage = ({ plan, runId, phases }: RunState): string => {
  const done = phases
    .filter(({ status }) => status === 'completed')
    .map(({ phase }) => `- Phase ${phase.id}: ${oneLine(phase.title)}`)
  return withRunTrailer(`${oneLine(plan.title || plan.goal) || runId}\n\n${done.join('\n')}`, runId)
}
