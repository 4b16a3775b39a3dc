import { AsyncLocalStorage } from 'node:async_hooks'
import { wrapMethods } from '../../file/wrap-methods.ts'

type OnWarning = (message: string) => void

const receivers = new AsyncLocalStorage<OnWarning>()

/**
 * Reports a warning about a call of git: to the receiver of `withWarnings`, or as a warning of the process.
 */
export const warnOfGit = (message: string): void => {
  const receiver = receivers.getStore()
  if (receiver) receiver(message)
  else process.emitWarning(message, 'AmeliaWarning')
}

/** Returns the object with methods whose warnings go to the receiver. */
export const withWarnings = <Target extends object>(
  target: Target,
  onWarning: OnWarning | undefined,
): Target => {
  if (onWarning === undefined) return target
  return wrapMethods(target, (call) => receivers.run(onWarning, call))
}
