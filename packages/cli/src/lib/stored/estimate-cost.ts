import { type Host, readRun, type Report } from '@amelia/core'
import type { CostRange } from '../document/dry-run/plan-dry-run.ts'

/** The newest runs that are read, and the limit for one of them in milliseconds. */
const mostRuns = 20
const readLimitMs = 2_000

/**
 * Estimates the cost of phases from the runs of the repository that completed phases with an agent: the
 * lowest and highest average cost of a phase, times their number. Undefined without such a run.
 */
export const estimateCost = async (
  { store, clock }: Pick<Host, 'store' | 'clock'>,
  phases: number,
): Promise<CostRange | undefined> => {
  const reports: Report[] = []
  for (const { runId } of (await store.list()).slice(0, mostRuns)) {
    const limit = { clock, ms: readLimitMs }
    const run = await readRun({ store, runId, now: clock.now(), limit }).catch(() => undefined)
    if (run) reports.push(run.report)
  }
  return costRange(reports, phases)
}

/** Calculates the range from the reports of earlier runs. */
export const costRange = (
  reports: readonly Pick<Report, 'phases' | 'spent'>[],
  phases: number,
): CostRange | undefined => {
  const found = reports.flatMap(({ spent, phases: all }) => {
    const done = all.filter((phase) => phase.status === 'completed' && phase.spent !== undefined).length
    if (done === 0 || spent.unknownTokens > 0) return []
    const usd = spent.usd === null || spent.unknownUsd > 0 ? null : spent.usd / done
    return [{ tokens: spent.tokens / done, usd }]
  })
  if (found.length === 0 || phases === 0) return undefined
  const rangeOf = (amounts: readonly number[]) => ({
    least: Math.min(...amounts) * phases,
    most: Math.max(...amounts) * phases,
  })
  const dollars = found.flatMap(({ usd }) => usd ?? [])
  const tokens = rangeOf(found.map((run) => run.tokens))
  return {
    runs: found.length,
    tokens: { least: Math.round(tokens.least), most: Math.round(tokens.most) },
    usd: dollars.length === found.length ? rangeOf(dollars) : null,
  }
}
