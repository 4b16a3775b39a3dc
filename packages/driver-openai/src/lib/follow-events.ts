import { type CodexEvent, readEvent } from './read-event.ts'

/**
 * Hears the events of a session to their end, or until the signal aborts: then it returns at once, and nothing more is heard.
 *
 * Rejects with what the events end with.
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
      // How a session ends that nobody listens to any more is of no interest.
      iterator.return?.().catch(() => {})
      return
    }
    if (step.done === true) return
    const event = readEvent(step.value)
    if (event) onEvent(event)
  }
}
