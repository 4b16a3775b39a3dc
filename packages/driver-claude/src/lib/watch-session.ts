import { type Clock, driverError } from '@amelia/core/plugin'

export interface WatchOptions {
  clock: Clock
  /** Milliseconds that the session may take. Absent: as long as it wants. */
  wallMs: number | undefined
  /** Milliseconds that it may be silent. */
  idleMs: number
  /** Called at most once, with the reason. */
  stop(reason: Error): void
}

/** Looks at the clock beside a session. */
export interface Watch {
  /** The session said something. */
  heard(): void
  /** The session is done: its program has {@link exitMs} to end. */
  done(): void
  /** The session is over. */
  end(): void
}

/** Milliseconds that the program has to write down the session and to end, after its last message. */
export const exitMs = 10_000

/** Why a program was ended that had done all that it was asked for. */
export const lateExit = new Error('Claude gave its result and its program did not end.')

/** Ends a session that takes too long or falls silent, by the clock that it is given. */
export const watchSession = ({ clock, wallMs, idleMs, stop }: WatchOptions): Watch => {
  const over = new AbortController()
  const { signal } = over
  let last = clock.now()
  let done = false
  const stopAt = (deadline: () => number, reason: () => Error): void => {
    const stopNow = (): void => {
      if (signal.aborted) return
      over.abort()
      stop(reason())
    }
    void waitUntil(clock, deadline, signal).then(stopNow, () => {})
  }
  const watchSilence = (): void =>
    stopAt(
      () => last + idleMs,
      () => driverError('hung', { message: `Claude said nothing for ${seconds(idleMs)} and was ended.` }),
    )

  watchSilence()
  if (wallMs !== undefined) {
    const deadline = clock.now() + wallMs
    stopAt(
      () => deadline,
      () => driverError('budget_exceeded', { message: `The time of ${seconds(wallMs)} is used up.` }),
    )
  }
  return {
    heard() {
      last = clock.now()
    },
    done() {
      if (done) return
      done = true
      const deadline = clock.now() + exitMs
      stopAt(
        () => deadline,
        () => lateExit,
      )
    },
    end: () => over.abort(),
  }
}

/** Resolves when the deadline, which may move on meanwhile, has come; rejects when the signal aborts. */
const waitUntil = async (clock: Clock, deadline: () => number, signal: AbortSignal): Promise<void> => {
  for (let left = deadline() - clock.now(); left > 0; left = deadline() - clock.now())
    await clock.wait(left, signal)
}

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`
