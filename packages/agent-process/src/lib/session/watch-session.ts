import { type Clock, driverError } from '@amelia/core/plugin'

/** The limits of one session, and how to stop it. */
export interface WatchOptions {
  /** Name of the agent, for messages. */
  agent: string
  /** The clock that measures both limits. */
  clock: Clock
  /** The longest time the session may take, in milliseconds. Undefined: no limit. */
  wallMs: number | undefined
  /** The longest time without a message, in milliseconds. */
  idleMs: number
  /** Called at most once, with the reason. */
  stop(reason: Error): void
}

/** Time limits of one session. */
export interface SessionWatch {
  /** Resets the idle limit: the agent sent a message. */
  received(): void
  /** Starts the exit limit: the agent has its result, and its program has {@link exitMs} to end. */
  completed(): void
  /** Ends the exit limit: the program exited, and another turn of the session begins. */
  continued(): void
  /** Ends the watch. */
  end(): void
}

/** How long the program may take to save its session and exit after its last message, in milliseconds. */
export const exitMs = 10_000

/** The reason for stopping a program that completed its session and did not exit. */
export const lateExit = new Error('The agent completed its session, but its program did not exit.')

/** Stops a session that exceeds its time limit or the idle limit, measured with the given clock. */
export const watchSession = ({ agent, clock, wallMs, idleMs, stop }: WatchOptions): SessionWatch => {
  const over = new AbortController()
  const { signal } = over
  let last = clock.now()
  let exit: AbortController | undefined
  const stopAt = (deadline: () => number, reason: () => Error, until = signal): void => {
    const stopNow = (): void => {
      if (signal.aborted) return
      over.abort()
      stop(reason())
    }
    void waitUntil(clock, deadline, until).then(stopNow, () => {})
  }

  stopAt(
    () => last + idleMs,
    () =>
      driverError('hung', { message: `${agent} sent no message for ${seconds(idleMs)} and was stopped.` }),
  )
  if (wallMs !== undefined) {
    const deadline = clock.now() + wallMs
    stopAt(
      () => deadline,
      () =>
        driverError('budget_exceeded', {
          message: `The session used up its time limit of ${seconds(wallMs)}.`,
        }),
    )
  }
  return {
    received() {
      last = clock.now()
    },
    completed() {
      if (exit) return
      exit = new AbortController()
      const deadline = clock.now() + exitMs
      stopAt(
        () => deadline,
        () => lateExit,
        AbortSignal.any([signal, exit.signal]),
      )
    },
    continued() {
      exit?.abort()
      exit = undefined
      last = clock.now()
    },
    end: () => over.abort(),
  }
}

/** Resolves at the deadline, which may move while waiting; rejects when the signal aborts. */
const waitUntil = async (clock: Clock, deadline: () => number, signal: AbortSignal): Promise<void> => {
  for (let left = deadline() - clock.now(); left > 0; left = deadline() - clock.now())
    await clock.wait(left, signal)
}

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`
