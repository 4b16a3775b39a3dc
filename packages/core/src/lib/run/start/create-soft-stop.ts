import type { Clock } from '../../contract/clock.ts'
import { callAborted } from '../../error/call-aborted.ts'
import type { InputDraft } from '../../machine/state/input/input.ts'

/** Milliseconds that running phases have to finish before the run is cancelled. */
const stopGraceMs = 10_000

export interface SoftStop {
  /** Drains the run now and cancels it after the grace time. Later calls have no effect. */
  stop(): void
  /** Stops the run when its signal aborts. Throws `CALL_ABORTED` if it has aborted. */
  listen(): void
  /** Ends the wait and ignores the signal from now on, because the run has ended. */
  close(): void
}

/** Creates a stop that is requested by a call, or by the abort of a signal. */
export const createSoftStop = (
  clock: Clock,
  feed: (input: InputDraft) => void,
  signal?: AbortSignal,
): SoftStop => {
  const over = new AbortController()
  let stopping = false
  const stop = (): void => {
    if (stopping || over.signal.aborted) return
    stopping = true
    feed({ type: 'drain_requested' })
    const cancel = (): void => feed({ type: 'cancel_requested' })
    // A run must also stop if its clock fails.
    clock.wait(stopGraceMs, over.signal, 'limit').then(cancel, () => over.signal.aborted || cancel())
  }
  return {
    stop,
    listen() {
      if (signal?.aborted) throw callAborted('run.start', signal)
      signal?.addEventListener('abort', stop, { once: true })
    },
    close() {
      over.abort()
      signal?.removeEventListener('abort', stop)
    },
  }
}
