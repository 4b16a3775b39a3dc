import { AmeliaError } from '@amelia/core/plugin'

/** Returns the error of a push; one that the server refuses gets a message with the next step. */
export const explainRefusal = (error: unknown): unknown => {
  if (!AmeliaError.is(error, 'GIT_FAILED')) return error
  const { details } = error
  const refused = [...details.output.matchAll(/\[remote rejected\].* -> (\S+) \(([^)]*)\)/g)]
  if (refused.length === 0) return error
  const said = [...details.output.matchAll(/^remote: (.*\S)/gm)].map(([, text]) => text)
  const why = said.length > 0 ? said.join(' ') : refused[0]![2]!
  const message = `The server of the shared repository refuses to move ${refused.map(([, ref]) => ref).join(', ')}: ${why}. No ref was moved. Let the user of the coordinator push to the branch of the run and below refs/amelia/, then resume the run.`
  return new AmeliaError('GIT_FAILED', message, details, { cause: error })
}
