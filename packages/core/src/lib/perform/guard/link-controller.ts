/** A controller that also aborts with other signals. */
export interface LinkedController {
  controller: AbortController
  /** Ends the link, so that signals which outlive the controller do not keep it. Idempotent. */
  unlink(): void
}

/**
 * Creates a controller that aborts with the first of `signals`, and with its reason, until it is unlinked.
 *
 * `AbortSignal.any` has no such end: each signal that it makes stays known to its sources.
 */
export const linkController = (...signals: AbortSignal[]): LinkedController => {
  const controller = new AbortController()
  const links = signals.map((signal) => {
    const abort = (): void => controller.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    return () => signal.removeEventListener('abort', abort)
  })
  return {
    controller,
    unlink() {
      for (const end of links) end()
    },
  }
}
