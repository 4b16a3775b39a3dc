import type { Clock } from '../../contract/clock.ts'
import type { JournalRecord, RunStoreV1 } from '../../contract/run-store.ts'
import { recordsLost } from '../../contract/name/records-lost.ts'
import { AmeliaError } from '../../error/amelia-error.ts'

/** Milliseconds between two polls. */
const pollMs = 500

/** Follows the journal of a run in a store without `follow`: loads it every {@link pollMs} milliseconds. */
export async function* pollJournal(
  store: RunStoreV1,
  runId: string,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<JournalRecord[], void, undefined> {
  let known = 0
  while (!signal.aborted) {
    const records = await store.load(runId).catch((error: unknown): JournalRecord[] => {
      if (known === 0 && AmeliaError.is(error, 'RUN_NOT_FOUND')) return []
      throw error
    })
    if (records.length < known) throw recordsLost(runId, records.length + 1)
    const fresh = records.slice(known)
    known = records.length
    if (fresh.length > 0) yield fresh
    else
      await clock.wait(pollMs, signal, 'poll').catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
  }
}
