import { isShortage, repeatCall, type Repeating } from '@amelia/agent-process'
import { AmeliaError } from '@amelia/core/plugin'
import { warnOfGit } from './with-warnings.ts'
import { wasKilled } from './was-killed.ts'

/** How a call is repeated whose process was killed. */
export interface RepeatGit extends Pick<Repeating, 'pause'> {
  /** Whether a call whose process has started is repeated. Default: true. */
  isRepeated?: boolean
  /** Removes traces of the killed process, before the call is repeated. */
  prepare?: (error: unknown) => Promise<void> | void
}

/**
 * Performs a call of git, and again, a few times and with a warning, if its process was killed or could not
 * start. Throws the last error.
 */
export const repeatGit = <Result>(
  call: () => Promise<Result>,
  { isRepeated = true, prepare, ...options }: RepeatGit = {},
): Promise<Result> =>
  repeatCall(call, {
    ...options,
    isPassing: (error) => isUnstarted(error) || (isRepeated && wasKilled(error)),
    async onRepeat(error, count) {
      if (count === 1) warnOfGit(describe(error))
      if (!isUnstarted(error)) await prepare?.(error)
    },
  })

const isUnstarted = (error: unknown): boolean =>
  AmeliaError.is(error, 'GIT_FAILED') && isShortage(error.cause)

const describe = (error: unknown): string => {
  if (!AmeliaError.is(error, 'GIT_FAILED')) return String(error)
  const { command, signal } = error.details
  if (isUnstarted(error)) return `${error.message} Trying again.`
  const how = signal === undefined ? 'was killed' : `was ended by ${signal}`
  return `${command} ${how}, as happens when memory is short. Trying again.`
}
