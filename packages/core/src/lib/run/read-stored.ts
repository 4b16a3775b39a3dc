import { buildReport } from '../report/build-report.ts'
import { foldRun } from './fold-run.ts'
import { isOver } from './is-over.ts'
import type { ReadRunOptions, StoredRun } from './read-run.ts'

/** What `readRun` does. */
export const readStored = async ({ store, runId, now }: ReadRunOptions): Promise<StoredRun> => {
  const { state } = foldRun(runId, await store.load(runId))
  return { plan: state.plan, report: buildReport(state, now), canGoOn: !isOver(state), seq: state.seq }
}
