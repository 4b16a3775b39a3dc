import type { RunLock } from '../../contract/run-store.ts'
import type { FrozenRun } from '../../machine/state/frozen-run.ts'
import { statusOf } from '../build-report.ts'
import { runCondition } from '../words/run-condition.ts'

/** Whether the process of a run ended before the run. `lock`: undefined if it is not known. */
export const lacksProcess = (state: FrozenRun, lock: RunLock | undefined): boolean =>
  runCondition({ report: { status: statusOf(state) }, lock }).state === 'interrupted'
