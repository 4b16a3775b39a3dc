import type { JournalRecord } from '../../contract/run-store.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { SessionEvent } from '../../event/progress-event.ts'
import type { RunEvent } from '../../event/run-event.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { checkCall } from '../boundary/check-call.ts'
import { beginFold, type Fold } from '../journal/fold-run.ts'
import { pollJournal } from '../journal/poll-journal.ts'
import { isProgress } from '../journal/publish-progress.ts'
import { mergeIterables } from './merge-iterables.ts'
import { readSource, type RunSource } from '../boundary/run-source.ts'
import { describeValue } from '../../error/check/describe-value.ts'

export interface WatchRunOptions extends RunSource {
  /** Watches the run over a connection: a client of `@amelia/http/client`, instead of `store` and `host`. */
  client?: RunWatcher
  /** The number of the last event that is already known. Default: 0, all events. */
  after?: number
  /**
   * Whether to yield the progress of sessions too, where the store transmits it. Progress has no `seq`, is
   * not stored, and some may be missing. Default: false.
   */
  progress?: boolean
  /** Ends the iteration. */
  signal?: AbortSignal
}

/** Watches runs itself, as the clients of `@amelia/http` do. */
export interface RunWatcher {
  /** Iterates as `watchRun` does. */
  watch(options: {
    runId: string
    after: number
    progress: boolean
    signal?: AbortSignal
  }): AsyncIterable<WatchedEvent>
}

/** An event of a run, the progress of one of its sessions, or a warning. */
export type WatchedEvent = RunEvent | SessionEvent

/** Implements `watchRun`: folds each record of the journal once, as the store yields it. */
export async function* watchStored(options: WatchRunOptions): AsyncGenerator<WatchedEvent, void, undefined> {
  checkCall('watchRun', options)
  const { runId, after = 0, progress = false } = options
  if (!Number.isSafeInteger(after) || after < 0)
    throw new AmeliaError(
      'OPTION_INVALID',
      `\`after\` must be an integer of at least 0; got ${describeValue(after)}.`,
      {
        option: 'after',
      },
    )
  if (options.client) {
    const { client, signal } = options
    yield* client.watch({ runId, after, progress, ...(signal && { signal }) })
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
    const events = foldBatches(runId, batches, signal)
    const tail = progress ? store.tail?.(runId, signal) : undefined
    for await (const event of tail ? mergeIterables<unknown>(events, tail) : events) {
      // A stopped watch yields nothing that was still under way.
      if (signal.aborted) return
      if (isEvent(event) ? event.seq > after : isProgress(event, runId)) yield event as WatchedEvent
    }
  } finally {
    stop()
    options.signal?.removeEventListener('abort', stop)
  }
}

/** Yields the events of the records. Ends after the record that ends the run, if no other follows it. */
async function* foldBatches(
  runId: string,
  batches: AsyncIterable<JournalRecord[]>,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, void, undefined> {
  const events: RunEvent[] = []
  let fold: Fold | undefined
  for await (const batch of batches) {
    for (const record of batch) {
      if (fold) fold.add(record)
      else fold = beginFold(runId, record, (event) => events.push(event))
    }
    for (const event of events.splice(0)) {
      if (signal.aborted) return
      yield event
    }
    if (fold && hasEnded(fold.state)) return
  }
}

/** A run that waits for an answer has not ended: another process resumes it. */
const hasEnded = ({ endedAt, status }: RunState): boolean => endedAt !== undefined && status !== 'waiting'

const isEvent = (event: unknown): event is RunEvent =>
  typeof event === 'object' && event !== null && 'seq' in event
