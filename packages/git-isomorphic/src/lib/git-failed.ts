import { AmeliaError } from '@amelia/core/plugin'

/** Bundlers do not supply `Buffer` by themselves, and isomorphic-git fails only when it uses it. */
const adviceFor = (output: string): string =>
  /\bBuffer\b/.test(output)
    ? '. isomorphic-git needs `Buffer`: install the package "buffer", and set `globalThis.Buffer` or let the bundler inject it.'
    : ''

/** Builds `GIT_FAILED` for an error of isomorphic-git or the file system. `what` is a sentence. */
export const gitFailed = (command: string, what: string, cause?: unknown): AmeliaError => {
  const output = cause instanceof Error ? cause.message : ''
  const message = output === '' ? what : `${what} ${output}${adviceFor(output)}`
  const details = { command: `isomorphic-git ${command}`, exitCode: null, output }
  return new AmeliaError('GIT_FAILED', message, details, cause === undefined ? {} : { cause })
}
