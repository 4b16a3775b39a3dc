import type { SessionEvent } from '../../../event/progress-event.ts'
import type { RunEvent } from '../../../event/run-event.ts'
import type { RunChange } from '../../../report/view/run-change.ts'
import { checkCall } from '../../boundary/check-call.ts'
import { pollJournal } from '../../journal/poll-journal.ts'
import { isProgress } from '../../journal/publish-progress.ts'
import { foldBatches } from './fold-batches.ts'
import { mergeProgress } from './merge-progress.ts'
import { readSource, type RunSource } from '../../boundary/run-source.ts'

/** Options of `watchRun`. */
export interface WatchRunOptions extends RunSource {
  /** Watches the run over a connection: a client of `@amelia/http/client`, instead of `store` and `host`. */
  client?: RunWatcher | undefined
  /** The number of the last event that is already known. Default: 0, all events. */
  after?: number | undefined
  /**
   * Whether to yield the progress of sessions too, where the store transmits it. Progress has no `seq`, is
   * not stored, and some may be missing. A reader that is more than 1,000 behind misses the oldest progress,
   * which `progress_missed` counts, and no events. Default: false.
   */
  progress?: boolean | undefined
  /**
   * Whether to yield the changes of the run's view too: its report by phase, why phases wait, and, where the
   * store transmits the progress of sessions, the last line of each agent and the usage until now. The first
   * one is complete and comes before the events that are stored. A change may include events that follow it.
   * At most about ten changes per second. Default: false.
   */
  views?: boolean | undefined
  /** Ends the iteration. */
  signal?: AbortSignal | undefined
}

/** Watches runs itself, as the clients of `@amelia/http` do. */
export interface RunWatcher {
  /** Iterates as `watchRun` does. */
  watch(options: {
    runId: string
    after: number
    progress: boolean
    views?: boolean
    signal?: AbortSignal
  }): AsyncIterable<WatchedEvent | RunChange>
}

/** An event of a run, the progress of one of its sessions, or a warning. */
export type WatchedEvent = RunEvent | SessionEvent

/** Implements `watchRun`: folds each record of the journal once, as the store yields it. */
export async function* watchStored(
  options: WatchRunOptions,
): AsyncGenerator<WatchedEvent | RunChange, void, undefined> {
  checkCall('watchRun', options)
  const { runId, after = 0, progress = false, views = false } = options
  if (options.client) {
    const { client, signal } = options
    yield* client.watch({ runId, after, progress, ...(views && { views }), ...(signal && { signal }) })
    return
  }
  const { store, clock } = readSource('watchRun', options)
  const over = new AbortController()
  const stop = (): void => over.abort()
  options.signal?.addEventListener('abort', stop, { once: true })
  if (options.signal?.aborted) stop()
  const { signal } = over
  try {
    const batches = store.follow?.(runId, signal) ?? pollJournal(store, runId, clock, signal)
    const readLock = () => store.lockOf(runId)
    // A view contains what sessions do.
    const tail = progress || views ? store.tail?.(runId, signal) : undefined
    const items = tail ? mergeProgress(batches, readProgress(tail, runId)) : batches
    for await (const event of foldBatches(items, { runId, clock, views, progress, readLock, signal })) {
      // A stopped watch yields nothing that was still under way.
      if (signal.aborted) return
      if (!('seq' in event) || event.seq > after) yield event
    }
  } finally {
    stop()
    options.signal?.removeEventListener('abort', stop)
  }
}

/** Yields the published progress of the run. Any process may have published anything. */
async function* readProgress(
  tail: AsyncIterable<unknown>,
  runId: string,
): AsyncGenerator<SessionEvent, void, undefined> {
  for await (const value of tail) if (isProgress(value, runId)) yield value as SessionEvent
}
