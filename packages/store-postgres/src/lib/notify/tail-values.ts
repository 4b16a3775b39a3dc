import { createJoiner } from './split-value.ts'

/** The most values that wait for a slow consumer; older ones are lost. */
const maxWaiting = 1000

/** Yields the values that are sent to a channel. `listen` calls a function with each message. */
export async function* tailValues(
  listen: (receive: (payload: string | null) => void) => () => void,
  signal: AbortSignal,
): AsyncGenerator<unknown, void, undefined> {
  const join = createJoiner()
  const waiting: { value: unknown }[] = []
  let wake = (): void => {}
  const ring = (): void => wake()
  const stop = listen((payload) => {
    const found = payload === null ? null : join(payload)
    if (found === null) return
    waiting.push(found)
    if (waiting.length > maxWaiting) waiting.shift()
    ring()
  })
  signal.addEventListener('abort', ring)
  try {
    while (!signal.aborted) {
      const next = waiting.shift()
      if (next !== undefined) yield next.value
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    stop()
    signal.removeEventListener('abort', ring)
  }
}
