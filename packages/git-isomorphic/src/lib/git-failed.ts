import { AmeliaError } from '@amelia/core/plugin'

/** Builds `GIT_FAILED` for an error of isomorphic-git or the file system. `what` is a sentence. */
export const gitFailed = (command: string, what: string, cause?: unknown): AmeliaError => {
  const output = cause instanceof Error ? cause.message : ''
  const message = output === '' ? what : `${what} ${output}`
  const details = { command: `isomorphic-git ${command}`, exitCode: null, output }
  return new AmeliaError('GIT_FAILED', message, details, cause === undefined ? {} : { cause })
}
