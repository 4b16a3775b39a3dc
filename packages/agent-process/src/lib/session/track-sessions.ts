import { type CallContext, driverError, type SessionProgress, type SessionResult } from '@amelia/core/plugin'

/** The running sessions of one driver. */
export interface SessionTracker {
  /**
   * Runs a session whose signal also aborts when the driver is closed.
   *
   * A session that resumes another one waits until that one has ended: two programs that continue one session
   * at once would lose what one of them did.
   *
   * @param resume the id of the session to continue
   */
  run(
    context: CallContext<SessionProgress>,
    session: (context: CallContext<SessionProgress>) => Promise<SessionResult>,
    resume?: string,
  ): Promise<SessionResult>
  /** Cancels all running sessions and waits until they have ended. */
  close(): Promise<void>
}

/** Keeps the running sessions of a driver: closing it ends them, and no two continue one session at once. */
export const trackSessions = (): SessionTracker => {
  const running = new Map<AbortController, Promise<unknown>>()
  /** The end of the last session with each id. */
  const ends = new Map<string, Promise<void>>()
  return {
    run(context, session, resume) {
      const closing = new AbortController()
      const signal = AbortSignal.any([context.signal, closing.signal])
      let finish = (): void => {}
      const end = new Promise<void>((resolve) => {
        finish = resolve
      })
      const ids = new Set<string>()
      const claim = (id: string): void => {
        ids.add(id)
        ends.set(id, end)
      }
      const earlier = resume === undefined ? undefined : ends.get(resume)
      if (resume !== undefined) claim(resume)
      const emit = (progress: SessionProgress): void => {
        if (progress.type === 'session') claim(progress.sessionId)
        context.emit(progress)
      }
      const result = (async () => {
        if (earlier !== undefined) await Promise.race([earlier, aborted(signal)])
        return session({ signal, emit })
      })()
      running.set(closing, result)
      const forget = async (): Promise<void> => {
        running.delete(closing)
        // An aborted session that was still waiting must not let a later one overtake the earlier one.
        await earlier
        finish()
        for (const id of ids) if (ends.get(id) === end) ends.delete(id)
      }
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

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
