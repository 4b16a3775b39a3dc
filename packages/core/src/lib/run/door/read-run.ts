import type { Clock } from '../../contract/clock.ts'
import type { RunStoreV1 } from '../../contract/run-store.ts'
import type { Plan } from '../../plan/plan-schema.ts'
import type { Report } from '../../event/report.ts'
import { loadEngine } from './load-engine.ts'

export interface ReadRunOptions {
  store: RunStoreV1
  runId: string
  /** Milliseconds since 1970. */
  now: number
  /** How long reading may take: `RUN_UNREADABLE` is thrown after `ms` milliseconds of the clock. Default: no limit. */
  limit?: { clock: Clock; ms: number }
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
 * Throws `RUN_NOT_FOUND`, `RUN_DAMAGED`, `RUN_VERSION`, and `RUN_UNREADABLE` after the limit. The limit is checked between records: one
 * record that takes longer is not interrupted.
 */
export const readRun = async (options: ReadRunOptions): Promise<StoredRun> => {
  const { readStored } = await loadEngine()
  return readStored(options)
}
