import { AmeliaError } from '../../error/amelia-error.ts'
import { buildReport } from '../../report/build-report.ts'
import { foldRun } from '../journal/fold-run.ts'
import { isOver } from '../journal/is-over.ts'
import type { ReadRunOptions, StoredRun } from '../door/read-run.ts'

/** Loads and folds a journal for `readRun`, within the limit. */
export const readStored = async ({ store, runId, now, limit }: ReadRunOptions): Promise<StoredRun> => {
  const over = new AbortController()
  const until = limit === undefined ? Infinity : limit.clock.now() + limit.ms
  const tooSlow = (): AmeliaError => unreadable(runId, limit!.ms)
  try {
    const late = limit?.clock.wait(limit.ms, over.signal).then(() => Promise.reject(tooSlow()))
    const loading = store.load(runId)
    const records = await (late === undefined ? loading : Promise.race([loading, late]))
    const { state } = foldRun(runId, records, {
      between: () => {
        if (limit && limit.clock.now() > until) throw tooSlow()
      },
    })
    return { plan: state.plan, report: buildReport(state, now), canGoOn: !isOver(state), seq: state.seq }
  } finally {
    over.abort()
  }
}

const unreadable = (runId: string, ms: number): AmeliaError =>
  new AmeliaError(
    'RUN_UNREADABLE',
    `Run ${runId} could not be read within ${ms / 1000} s. To read it without a limit: amelia status ${runId}`,
    { runId, ms },
  )
