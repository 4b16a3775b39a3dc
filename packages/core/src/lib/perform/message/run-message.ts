import type { FrozenRun } from '../../machine/state/frozen-run.ts'
import { oneLine } from '../../text/one-line.ts'
import { commitSubject } from './commit-subject.ts'
import { conventionalText, typeOfPhase } from './conventional-subject.ts'
import { withRunTrailers } from './trailers.ts'

/**
 * Builds the message of a commit that belongs to the run: `Plan: <title>`, or `docs: plan of <title>` in
 * conventional style, with the run's trailers.
 */
export const runMessage = (
  { plan, runId, settings }: FrozenRun,
  what: 'Plan' | 'Report' | 'Status',
): string => {
  const title = oneLine(plan.title || plan.goal) || runId
  const text =
    settings.messageStyle === 'conventional' ? `docs: ${what.toLowerCase()} of ${title}` : `${what}: ${title}`
  return withRunTrailers(commitSubject(text), runId, what === 'Plan' ? 'plan' : 'report')
}

/** Builds the message of the single commit that contains all phases. */
export const squashMessage = ({ plan, runId, phases, settings }: FrozenRun): string => {
  const done = phases.filter(({ status }) => status === 'completed')
  const lines = done.map(({ planned: { id, title } }) => `- Phase ${id}: ${oneLine(title)}`)
  const title = oneLine(plan.title || plan.goal) || runId
  const types = new Set(done.map(typeOfPhase))
  const type = ['feat', 'fix', 'refactor', 'test', 'docs'].find((one) => types.has(one)) ?? 'feat'
  const text = settings.messageStyle === 'conventional' ? `${type}: ${conventionalText(title)}` : title
  return withRunTrailers(`${commitSubject(text)}\n\n${lines.join('\n')}`, runId, 'squash')
}
