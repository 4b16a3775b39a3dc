import type { DriverV1 } from '../../contract/driver.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { RunOptions } from './option/run-options.ts'

/** Refuses a budget that an agent cannot measure. Throws `OPTION_INVALID`. */
export const checkMeters = (
  drivers: readonly DriverV1[],
  options: Pick<RunOptions, 'reviewers' | 'evaluator' | 'budget' | 'phaseBudget'>,
): void => {
  for (const agent of withReviewers(drivers, options)) checkMeter(agent, options)
}

/** Adds the drivers that reviewers and the evaluator have for themselves. */
export const withReviewers = (
  drivers: readonly DriverV1[],
  { reviewers = [], evaluator }: Pick<RunOptions, 'reviewers' | 'evaluator'>,
): DriverV1[] => {
  const others = [evaluator ? evaluator.driver : undefined, ...reviewers.map(({ driver }) => driver)]
  return [...new Set([...drivers, ...others.filter((driver) => driver !== undefined)])]
}

const checkMeter = (
  driver: DriverV1,
  { budget = {}, phaseBudget = {} }: Pick<RunOptions, 'budget' | 'phaseBudget'>,
): void => {
  for (const kind of ['tokens', 'usd'] as const) {
    const option = budget[kind] !== undefined ? 'budget' : 'phaseBudget'
    const wanted = budget[kind] ?? phaseBudget[kind]
    if (wanted === undefined || driver.meters.includes(kind)) continue
    const counts = driver.meters.length === 0 ? 'nothing' : driver.meters.join(' and ')
    throw new AmeliaError(
      'OPTION_INVALID',
      `The driver "${driver.id}" cannot count ${kind}: it counts ${counts}. Give another budget, or another driver.`,
      { option },
    )
  }
}
