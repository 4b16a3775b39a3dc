import { type Host, type Phase, type Plan, readRun } from '@amelia/core'

/** The newest runs that are searched, and the limit for reading one of them in milliseconds. */
const mostRuns = 50
const readLimitMs = 2_000

/**
 * Creates a function that tells whether an earlier run of the same plan has integrated a phase into HEAD. The
 * plan is the same if its title and goal are, and the phase if its id and title are.
 */
export const findIntegration = (
  { git, store, clock }: Pick<Host, 'git' | 'store' | 'clock'>,
  plan: Plan,
): ((phase: Phase) => Promise<boolean>) => {
  const loading = new Map<string, ReturnType<typeof readRun>>()
  return async ({ id, title }) => {
    const { head } = await git.inspect()
    if (head === null) return false
    for (const { runId } of (await store.list()).slice(0, mostRuns)) {
      const limit = { clock, ms: readLimitMs }
      const found = loading.get(runId) ?? readRun({ store, runId, now: clock.now(), limit })
      loading.set(runId, found)
      // An unreadable run proves nothing.
      const run = await found.catch(() => undefined)
      if (run === undefined || run.plan.title !== plan.title || run.plan.goal !== plan.goal) continue
      const commit = run.report.phases.find((phase) => phase.id === id && phase.title === title)?.commit
      if (commit !== undefined && (await git.isAncestor(commit, head).catch(() => false))) return true
    }
    return false
  }
}
