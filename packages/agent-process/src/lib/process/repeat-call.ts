import { setTimeout as wait } from 'node:timers/promises'

/** The pauses before the repetitions of a call, in milliseconds. */
export const repeatPauses = [100, 400, 1600, 5000] as const

/** How a call is repeated. */
export interface Repeating {
  /** Whether a repetition may succeed after this error. */
  isPassing(error: unknown): boolean
  /** Called before each repetition, and awaited. `count` begins with 1. */
  onRepeat?: (error: unknown, count: number) => Promise<void> | void
  /** Waits. */
  pause?: (ms: number) => Promise<unknown>
}

/**
 * Performs a call, and again after each of {@link repeatPauses} while its error may pass. Throws the last
 * error, and other errors at once.
 */
export const repeatCall = async <Result>(
  call: () => Promise<Result> | Result,
  { isPassing, onRepeat, pause = wait }: Repeating,
): Promise<Result> => {
  for (const [index, ms] of repeatPauses.entries()) {
    try {
      return await call()
    } catch (error) {
      if (!isPassing(error)) throw error
      await pause(ms)
      await onRepeat?.(error, index + 1)
    }
  }
  return call()
}

/** Codes of a system that has too many processes or open files now, or too little memory. */
const shortages: readonly unknown[] = ['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM']

/** Whether a process could not start for want of processes, files or memory, so that it may start later. */
export const isShortage = (error: unknown): boolean =>
  error instanceof Error &&
  shortages.includes((error as NodeJS.ErrnoException).code) &&
  (error as NodeJS.ErrnoException).syscall?.startsWith('spawn') === true
