import type { RunStoreV1 } from '../contract/run-store.ts'
import type { Plan } from '../plan/plan-schema.ts'
import { buildReport } from '../report/build-report.ts'
import type { Report } from '../report/report.ts'
import { foldRun } from './fold-run.ts'
import { isOver } from './is-over.ts'

export interface ReadRunOptions {
  store: RunStoreV1
  runId: string
  /** Milliseconds since 1970. */
  now: number
}

/** A stored run as its journal tells it. */
export interface StoredRun {
  plan: Plan
  /** `running` and `draining` are also how a run stands whose process died. */
  report: Report
  /** Whether `openRun` and `start` take it further. */
  canGoOn: boolean
  /** The number of its last event. */
  seq: number
}

/**
 * Looks at a run without taking it. Another process may go on with it meanwhile.
 *
 * Throws `RUN_NOT_FOUND`, `RUN_DAMAGED`, `RUN_VERSION`.
 */
export const readRun = async ({ store, runId, now }: ReadRunOptions): Promise<StoredRun> => {
  const { state } = foldRun(runId, await store.load(runId))
  return { plan: state.plan, report: buildReport(state, now), canGoOn: !isOver(state), seq: state.seq }
}
