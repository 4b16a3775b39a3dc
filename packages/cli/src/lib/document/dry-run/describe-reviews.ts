import { type Plan, type RunAdapters } from '@amelia/core'
import { viewPhases } from '@amelia/core/view'
import { needsAgent } from '../fact/needs-agent.ts'
import { plural } from '../../terminal/plural.ts'

/**
 * Describes the reviews of a run of the plan for a preview, with the number of their sessions. A plan that
 * needs an agent counts as having one. `finalReview`: whether the default ends with a review of the final
 * result.
 */
export const describeReviews = (
  plan: Plan,
  { driver, reviewers, evaluator }: Pick<RunAdapters, 'driver' | 'reviewers' | 'evaluator'>,
  finalReview: boolean,
): string => {
  if (reviewers === undefined) {
    const sessions = needsAgent(plan).length
    if (sessions === 0 && driver === undefined) return 'none: no agent works on the plan'
    const more = `more after changes${evaluator === false ? '' : ', and one for each evaluation of comments'}`
    const amount = finalReview
      ? `${sessions === 0 ? '' : `${plural(sessions, 'session')} and `}1 session on the final result`
      : plural(sessions, 'session')
    return `by the agent, ${amount}, ${more}; --no-review turns it off`
  }
  const of = (scope: string): string[] => reviewers.filter((each) => each.scope === scope).map(({ id }) => id)
  const [phase, run] = [of('phase'), of('run')]
  const open = viewPhases(plan).filter(({ status }) => status !== 'external').length
  const parts = [
    ...(phase.length > 0 ? [`${phase.join(', ')} on ${plural(open, 'phase')}`] : []),
    ...(run.length > 0 ? [`${run.join(', ')} on the final result`] : []),
    ...(evaluator ? ['one session for each evaluation of comments'] : []),
  ]
  return parts.length === 0 ? 'off' : parts.join('; ')
}
