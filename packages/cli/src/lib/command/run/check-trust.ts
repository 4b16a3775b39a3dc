import { usageError } from '../../terminal/usage-error.ts'
import type { RunCommandOptions } from './run-command-options.ts'

/** Throws a usage error if nobody can answer a run's questions, and nobody chose how many it asks. */
export const checkTrust = (
  { trust }: Pick<RunCommandOptions, 'trust'>,
  { attended }: { attended: boolean },
): void => {
  if (attended || trust !== undefined) return
  throw usageError(
    'No terminal to ask questions in: choose how much the run may do without asking.',
    'Add --trust autonomous (asks only about high risk and blockers), --trust standard or --trust paranoid.',
  )
}
