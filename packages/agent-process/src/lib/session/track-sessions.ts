import { type CallContext, driverError, type SessionProgress, type SessionResult } from '@amelia/core/plugin'

/** The running sessions of one driver. */
export interface SessionTracker {
  /** Runs a session whose signal also aborts when the driver is closed. */
  run(
    context: CallContext<SessionProgress>,
    session: (context: CallContext<SessionProgress>) => Promise<SessionResult>,
  ): Promise<SessionResult>
  /** Cancels all running sessions and waits until they have ended. */
  close(): Promise<void>
}

/** Keeps a driver's running sessions, so that closing the driver ends them. */
export const trackSessions = (): SessionTracker => {
  const running = new Map<AbortController, Promise<unknown>>()
  return {
    run(context, session) {
      const closing = new AbortController()
      const signal = AbortSignal.any([context.signal, closing.signal])
      const result = session({ signal, emit: (progress) => context.emit(progress) })
      running.set(closing, result)
      const forget = (): void => void running.delete(closing)
      result.then(forget, forget)
      return result
    },
    async close() {
      const sessions = [...running]
      for (const [closing] of sessions)
        closing.abort(driverError('cancelled', { message: 'The driver was closed.' }))
      await Promise.allSettled(sessions.map(([, result]) => result))
    },
  }
}
