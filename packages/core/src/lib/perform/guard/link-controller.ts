/** A controller that also aborts with a signal. */
export interface LinkedController {
  controller: AbortController
  /** Ends the link, so that a signal which outlives the controller does not keep it. Idempotent. */
  unlink(): void
}

/**
 * Creates a controller that aborts with a signal, and with its reason, until it is unlinked.
 *
 * `AbortSignal.any` has no such end: each signal that it makes stays known to its sources.
 */
export const linkController = (signal: AbortSignal): LinkedController => {
  const controller = new AbortController()
  const abort = (): void => controller.abort(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return { controller, unlink: () => signal.removeEventListener('abort', abort) }
}
