import type { SessionEvent } from '../../../event/progress-event.ts'
import { createUnread } from '../../journal/unread-progress.ts'

/**
 * Yields the values of an iterable and, before each, the progress that came earlier. Ends with the values; an
 * error of either ends both.
 *
 * Progress is read at once, so a slow reader never delays its source: of too much unread progress, the oldest
 * is dropped and counted. The signal of `progress` must abort when the reader leaves.
 */
export async function* mergeProgress<Value>(
  values: AsyncIterable<Value>,
  progress: AsyncIterable<SessionEvent>,
): AsyncGenerator<Value | SessionEvent, void, undefined> {
  const unread = createUnread<{ event: SessionEvent }>()
  let wake = (): void => {}
  let failed: { error: unknown } | undefined
  const fail = (error: unknown): void => {
    failed = { error }
    wake()
  }
  const pump = async (): Promise<void> => {
    for await (const event of progress) {
      unread.add({ event })
      wake()
    }
  }
  pump().catch(fail)
  const iterator = values[Symbol.asyncIterator]()
  let result: IteratorResult<Value> | undefined
  const advance = (): void => {
    result = undefined
    iterator.next().then((next) => {
      result = next
      wake()
    }, fail)
  }
  advance()
  try {
    for (;;) {
      for (let item = unread.first(); item; item = unread.first()) {
        unread.shift()
        yield item.event
      }
      if (failed) throw failed.error
      if (result?.done) return
      if (result) {
        const { value } = result
        advance()
        yield value
      } else await new Promise<void>((resolve) => void (wake = resolve))
    }
  } finally {
    // An iterator that is waiting returns only after its signal has aborted, which the caller does next.
    iterator.return?.().catch(() => {})
  }
}
