import type { Clock } from '../../../contract/clock.ts'
import type { JournalRecord, RunLock } from '../../../contract/run-store.ts'
import type { SessionEvent } from '../../../event/progress-event.ts'
import type { RunEvent } from '../../../event/run-event.ts'
import type { RunState } from '../../../machine/state/run-state.ts'
import type { RunChange } from '../../../report/view/run-change.ts'
import { trackView, type ViewTracker } from '../../../report/view/track-view.ts'
import { beginFold, type Fold } from '../../journal/fold-run.ts'

export interface FoldBatchesOptions {
  runId: string
  /** Times the changes of the view. */
  clock: Clock
  /** Whether to yield the changes of the view. */
  views: boolean
  /** Whether to yield the progress of sessions. */
  progress: boolean
  /** Reads the lock of the run, for the view. */
  readLock: () => Promise<RunLock>
  signal: AbortSignal
}

/** The shortest time between two changes of a view, in milliseconds. */
export const pauseMs = 100

/** The time between two reads of the lock, in milliseconds: longer than records take to arrive. */
const lockMs = 1_000

/**
 * Yields the events of the records, with `progress` that of sessions, and with `views` the changes of the
 * view: the first one before the events of the first batch, which contains everything that is stored, the
 * others at most ten times per second. Ends after the record that ends the run, if no other follows it.
 */
export async function* foldBatches(
  items: AsyncIterable<JournalRecord[] | SessionEvent>,
  { runId, clock, views, progress, readLock, signal }: FoldBatchesOptions,
): AsyncGenerator<RunEvent | SessionEvent | RunChange, void, undefined> {
  const events: (RunEvent | SessionEvent)[] = []
  let fold: Fold | undefined
  let tracker: ViewTracker | undefined
  const add = (record: JournalRecord): void => {
    if (fold) {
      const { input } = fold.add(record)
      tracker?.note(input)
      return
    }
    fold = beginFold(runId, record, (event) => {
      events.push(event)
      tracker?.observe(event)
    })
    if (views) tracker = trackView(fold.state)
  }
  let earliest = -Infinity
  let isChanged = false
  let lock: RunLock | undefined
  let shownLock: RunLock | undefined
  let isReleased = false
  let lockAt = -Infinity
  /** Reads the lock. One that was released is locked until the next read: its last records may follow. */
  const updateLock = async (): Promise<void> => {
    const next = await readLock()
    lockAt = clock.now() + lockMs
    const wasReleased = isReleased
    isReleased = !next.locked
    if (next.locked === lock?.locked || (lock?.locked && !wasReleased)) return
    lock = next
    isChanged = true
  }
  // A run without a second record has not begun.
  const hasBegun = (): boolean => fold !== undefined && fold.state.status !== 'created'
  const due = (): number | undefined =>
    tracker && hasBegun() ? Math.min(lockAt, isChanged ? earliest : Infinity) : undefined
  for await (const item of pace(items, clock, due)) {
    const batch = Array.isArray(item) ? item : []
    if (item !== undefined) isChanged = true
    for (const record of batch) add(record)
    if (item && !Array.isArray(item)) {
      tracker?.observe(item)
      if (progress) events.push(item)
    }
    if (signal.aborted) return
    const isOver = fold !== undefined && hasEnded(fold.state)
    // New records of a run that was not locked are those of a process that has taken it.
    if (tracker && hasBegun() && (clock.now() >= lockAt || (batch.length > 0 && !lock?.locked)))
      await updateLock()
    if (signal.aborted) return
    if (tracker && isChanged && hasBegun() && (isOver || clock.now() >= earliest)) {
      isChanged = false
      const change = tracker.change(clock.now(), lock)
      yield { ...change, ...(lock && (change.plan || lock !== shownLock) && { lock }) }
      shownLock = lock
      earliest = clock.now() + pauseMs
    }
    for (const event of events.splice(0)) {
      if (signal.aborted) return
      yield event
    }
    if (isOver) return
  }
}

/** A run that waits for an answer has not ended: another process resumes it. */
const hasEnded = ({ endedAt, status }: RunState): boolean => endedAt !== undefined && status !== 'waiting'

/** Yields the items, and undefined at the time that `due` returns if none came before. */
async function* pace<Item>(
  items: AsyncIterable<Item>,
  clock: Clock,
  due: () => number | undefined,
): AsyncGenerator<Item | undefined, void, undefined> {
  const iterator = items[Symbol.asyncIterator]()
  let next = iterator.next()
  try {
    for (;;) {
      const at = due()
      const result = await (at === undefined ? next : beforeTime(next, clock, at))
      if (result?.done) return
      yield result?.value
      if (result) next = iterator.next()
    }
  } finally {
    // An iterator that is waiting returns only after its signal has aborted, which the caller does next.
    next.catch(() => {})
    iterator.return?.().catch(() => {})
  }
}

/** Resolves to undefined if the time comes first. */
const beforeTime = async <Value>(
  value: Promise<Value>,
  clock: Clock,
  at: number,
): Promise<Value | undefined> => {
  const over = new AbortController()
  const timer = clock.wait(at - clock.now(), over.signal).then(
    () => undefined,
    () => undefined,
  )
  try {
    return await Promise.race([value, timer])
  } finally {
    over.abort()
  }
}
