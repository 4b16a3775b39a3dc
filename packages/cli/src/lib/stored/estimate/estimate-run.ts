import { type Host, readRun, type Report } from '@amelia/core'
import type { Basis, PlannedWork, RangeOf, RunEstimate } from '../../document/dry-run/run-estimate.ts'
import { sessionsOf, sumRoles } from './sum-roles.ts'

/** The newest runs that are read, and the limit for one of them in milliseconds. */
const mostRuns = 20
const readLimitMs = 2_000

/**
 * Estimates the cost and the time of a run from the newest runs of the repository that completed phases: with
 * an agent, if an agent works on this run, and otherwise without.
 */
export const estimateRun = async (
  { store, clock }: Pick<Host, 'store' | 'clock'>,
  work: PlannedWork,
): Promise<RunEstimate> => {
  const reports: Report[] = []
  for (const { runId } of (await store.list()).slice(0, mostRuns)) {
    const limit = { clock, ms: readLimitMs }
    const run = await readRun({ store, runId, now: clock.now(), limit }).catch(() => undefined)
    if (run) reports.push(run.report)
  }
  return estimateFrom(reports, work)
}

type Earlier = Pick<Report, 'phases' | 'sessions'>

/**
 * Calculates an estimate from the reports of earlier runs: the lowest and the highest average of a phase in
 * one run, times the phases of this run. Roles that this run does not have are left out.
 */
export const estimateFrom = (reports: readonly Earlier[], work: PlannedWork): RunEstimate => {
  const { agentPhases, rounds, without } = work
  const earlier = reports.flatMap((report) => {
    const done = report.phases.filter(({ status }) => status === 'completed')
    const sessions = sessionsOf(report)
    if (done.length === 0 || sessions.length > 0 !== agentPhases > 0) return []
    return [{ done, roles: sumRoles(sessions.filter(({ role }) => !without.includes(role))) }]
  })
  const costs = earlier.flatMap(({ done, roles }) => {
    const tokens = sum(roles.map((role) => role.tokens))
    const usd = sum(roles.map((role) => role.usd))
    return roles.length === 0 || tokens === null ? [] : [{ done, roles, tokens, usd }]
  })
  const times = earlier.flatMap(({ done }) => {
    const known = done.flatMap(({ durationMs }) => durationMs ?? [])
    return known.length === 0 ? [] : [{ done: known, average: sum(known)! / known.length }]
  })
  return { cost: costOf(costs, agentPhases), time: timeOf(times, rounds) }
}

interface EarlierCost {
  done: readonly unknown[]
  roles: ReturnType<typeof sumRoles>
  tokens: number
  usd: number | null
}

const costOf = (costs: readonly EarlierCost[], phases: number): RunEstimate['cost'] => {
  if (costs.length === 0 || phases === 0) return null
  const dollars = costs.flatMap(({ usd, done }) => (usd === null ? [] : usd / done.length))
  const tokens = rangeOf(
    costs.map((run) => run.tokens / run.done.length),
    phases,
  )
  const all = costs.reduce((total, run) => total + run.tokens, 0)
  const byRole = new Map<RoleShare['role'], number>()
  for (const { role, tokens: used } of costs.flatMap(({ roles }) => roles))
    byRole.set(role, (byRole.get(role) ?? 0) + (used ?? 0))
  return {
    ...basisOf(costs),
    tokens: { least: Math.round(tokens.least), most: Math.round(tokens.most) },
    usd: dollars.length === costs.length ? rangeOf(dollars, phases) : null,
    roles: [...byRole]
      .map(([role, used]) => ({ role, share: all === 0 ? 0 : used / all }))
      .sort((one, other) => other.share - one.share),
  }
}

type RoleShare = NonNullable<RunEstimate['cost']>['roles'][number]

const timeOf = (
  times: readonly { done: readonly unknown[]; average: number }[],
  rounds: number,
): RunEstimate['time'] => {
  if (times.length === 0 || rounds === 0) return null
  const { least, most } = rangeOf(
    times.map(({ average }) => average),
    rounds,
  )
  return { ...basisOf(times), leastMs: Math.round(least), mostMs: Math.round(most) }
}

const basisOf = (runs: readonly { done: readonly unknown[] }[]): Basis => ({
  runs: runs.length,
  phases: runs.reduce((total, { done }) => total + done.length, 0),
})

const rangeOf = (amounts: readonly number[], times: number): RangeOf => ({
  least: Math.min(...amounts) * times,
  most: Math.max(...amounts) * times,
})

/** Adds amounts. Null: one is unknown. */
const sum = (amounts: readonly (number | null)[]): number | null =>
  amounts.reduce<number | null>((total, each) => (total === null || each === null ? null : total + each), 0)
