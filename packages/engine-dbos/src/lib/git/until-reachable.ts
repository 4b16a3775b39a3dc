import { AmeliaError } from '@amelia/core/plugin'
import { setTimeout as wait } from 'node:timers/promises'

/** Limits and listeners of a call that is repeated while the remote cannot be reached. */
export interface Outage {
  /** How long a call is repeated, in milliseconds. Default: 10 minutes. */
  limitMs?: number
  /** Called at the first failure of a call, with the output of git. */
  onUnreachable?: (output: string) => void
  /** Throws if the call may not be repeated. */
  check?: () => Promise<void>
  /** Returns a time in milliseconds. */
  now?: () => number
  /** Waits. */
  pause?: (ms: number) => Promise<unknown>
}

const defaultMs = 600_000

/** A failure that lasts: the server refuses the user, the address or a ref, or git cannot work here. */
const lasting = [
  /\[(?:remote )?rejected\]/,
  /Permission denied|Authentication failed|Host key verification failed|access denied|not exported/i,
  /could not read (?:Username|Password)|Repository not found|returned error: 4(?!08|29)\d\d/,
  /not our ref|couldn't find remote ref|bad object|not a git repository \(or any|dubious ownership/,
  /No space left/,
]

/**
 * Whether a call that transfers data failed because the remote could not be reached, so that it may succeed
 * later. git has a great many messages for lost connections: they are all but those of failures that last.
 */
const isUnreachable = (error: unknown): boolean => {
  if (!AmeliaError.is(error, 'GIT_FAILED')) return false
  const { output, exitCode, signal } = error.details
  // A connection that was closed; a process that the system killed, or that transferred nothing.
  if (exitCode === null) return signal === 'SIGPIPE' || signal === 'SIGKILL'
  if (lasting.some((pattern) => pattern.test(output))) return false
  return exitCode === 128 || /\[remote failure\]/.test(output)
}

/**
 * Performs a call of git, again while the remote cannot be reached. It may have had its effect before, as the
 * answer may have been lost.
 *
 * Throws the error of the last call after the limit, and other errors at once.
 */
export const untilReachable = async <Result>(
  call: () => Promise<Result>,
  { limitMs = defaultMs, onUnreachable, check, now = () => performance.now(), pause = wait }: Outage = {},
): Promise<Result> => {
  const end = now() + limitMs
  for (let count = 0; ; count += 1) {
    try {
      return await call()
    } catch (error) {
      if (!isUnreachable(error) || now() >= end) throw error
      if (count === 0 && AmeliaError.is(error, 'GIT_FAILED'))
        onUnreachable?.(error.details.output || error.message)
      await pause(Math.min(15_000, 250 * 2 ** count))
      await check?.()
    }
  }
}
