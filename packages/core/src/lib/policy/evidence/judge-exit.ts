import type { Step } from '../../plan/model/step.ts'

/** Exit codes of a shell for a command that never ran. */
const neverRan = new Set<number | null>([126, 127])

/** Whether a command was found and could start, according to its exit code. */
export const didRun = (exitCode: number | null): boolean => !neverRan.has(exitCode)

/**
 * Whether an exit code is the expected one.
 *
 * `fail` means that the command ran and did not succeed: a missing command is not a failing test.
 * A command that a signal ended (`null`) is never what was expected.
 */
export const judgeExit = (exitCode: number | null, expected: Step['expectExitCode']): boolean => {
  if (exitCode === null) return false
  return expected === 'fail' ? exitCode !== 0 && didRun(exitCode) : exitCode === expected
}
