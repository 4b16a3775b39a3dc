import type { Acceptance } from '../../plan/model/acceptance.ts'
import { splitCommand } from '../../plan/split-command.ts'

/** The acceptance checks to run on a commit. */
export interface ChosenAcceptance {
  /** On the full commit. */
  green: Acceptance[]
  /** On the base with the attempt's tests alone: they must fail there. */
  red: Acceptance[]
}

/**
 * Chooses the acceptance checks of a phase that run on a commit, each once.
 *
 * A command that a configured check ran on the same commit does not run again. A merged tree repeats only
 * those that must pass: its tests were red before.
 */
export const chooseAcceptance = (
  acceptance: readonly Acceptance[],
  { on, ran }: { on: 'attempt' | 'merged'; ran: readonly { readonly argv: readonly string[] }[] },
): ChosenAcceptance => {
  const known = new Set(ran.map(({ argv }) => keyOf({ argv, expectExitCode: 0 })))
  const once = acceptance.filter(({ command, line: _line, ...rest }) => {
    const key = keyOf({ ...rest, argv: splitCommand(command).argv })
    return !known.has(key) && known.add(key)
  })
  return {
    green: once.filter(({ expectExitCode }) => expectExitCode !== 'fail'),
    red: on === 'merged' ? [] : once.filter(({ expectExitCode }) => expectExitCode === 'fail'),
  }
}

interface Key extends Omit<Acceptance, 'command' | 'line'> {
  argv: readonly string[]
}

const keyOf = ({ argv, cwd, expectExitCode, expectedOutputPattern }: Key): string =>
  JSON.stringify([argv, cwd, expectExitCode, expectedOutputPattern])
