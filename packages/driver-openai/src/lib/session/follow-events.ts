import { type CodexEvent, readEvent } from './read-event.ts'

/**
 * Reads the events of a session until they end or the signal aborts. After an abort it returns at once and
 * ignores further events.
 *
 * Rejects if reading the events fails.
 */
export const followEvents = async (
  events: AsyncIterable<unknown>,
  signal: AbortSignal,
  onEvent: (event: CodexEvent) => void,
): Promise<void> => {
  const iterator = events[Symbol.asyncIterator]()
  const stopped = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  for (;;) {
    const step = signal.aborted ? undefined : await Promise.race([iterator.next(), stopped])
    if (step === undefined || signal.aborted) {
      // The result of an aborted session does not matter.
      iterator.return?.().catch(() => {})
      return
    }
    if (step.done === true) return
    const event = readEvent(step.value)
    if (event) onEvent(event)
  }
}
