import { type Host, readRun } from '@amelia/core'

/** The newest runs that are searched, and the limit for reading one of them in milliseconds. */
const mostRuns = 50
const readLimitMs = 2_000

/** Returns a function that tells whether a completed run of the same branch has addressed a comment. */
export const findAddressed = async (
  { store, clock }: Pick<Host, 'store' | 'clock'>,
  target: string,
): Promise<(id: string) => boolean> => {
  const known = new Set<string>()
  for (const { runId } of (await store.list()).slice(0, mostRuns)) {
    const limit = { clock, ms: readLimitMs }
    // An unreadable run proves nothing.
    const run = await readRun({ store, runId, now: clock.now(), limit }).catch(() => undefined)
    if (run?.report.target !== target) continue
    for (const { body, id } of run.plan.phases)
      if (run.report.phases.some((phase) => phase.id === id && phase.status === 'completed'))
        for (const [, comment = ''] of body.matchAll(/^Comment: (.+)$/gm)) known.add(comment)
  }
  return (id) => known.has(id)
}
