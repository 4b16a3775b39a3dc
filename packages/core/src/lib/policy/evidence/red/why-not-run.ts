/**
 * Returns the reason why an exit code is not evidence: the command was not found, did not start, or was ended
 * by a signal.
 */
export const whyNotRun = (exitCode: number | null): string | undefined => {
  if (exitCode === null) return 'a signal ended the tests'
  if (exitCode === 126) return 'the test command could not be started (exit code 126)'
  if (exitCode === 127) return 'the test command was not found (exit code 127)'
  return undefined
}
