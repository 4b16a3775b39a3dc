/**
 * Waits for a promise, but rejects with the signal's reason if the signal aborts first. The promise itself is
 * not cancelled.
 */
export const untilAborted = <Value>(promise: PromiseLike<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    const done = (): void => signal.removeEventListener('abort', stop)
    promise.then(
      (value) => {
        done()
        resolve(value)
      },
      (error: unknown) => {
        done()
        reject(error)
      },
    )
  })
