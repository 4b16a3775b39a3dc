import { invalidOption } from '../../error/check/check-options.ts'
import type { DriverV1 } from '../../contract/driver.ts'
import type { Budget } from '../../event/budget.ts'
import type { RunOptions } from './option/run-options.ts'

/** Refuses a budget that an agent cannot measure. Throws `OPTION_INVALID`. */
export const checkMeters = (
  drivers: readonly DriverV1[],
  options: Pick<RunOptions, 'reviewers' | 'evaluator' | 'budget' | 'phaseBudget'>,
): void => {
  for (const driver of withReviewers(drivers, options)) {
    checkMeter(driver, 'budget', options.budget)
    checkMeter(driver, 'phaseBudget', options.phaseBudget)
  }
}

/** Adds the drivers that reviewers and the evaluator have for themselves. */
export const withReviewers = (
  drivers: readonly DriverV1[],
  { reviewers = [], evaluator }: Pick<RunOptions, 'reviewers' | 'evaluator'>,
): DriverV1[] => {
  const others = [evaluator ? evaluator.driver : undefined, ...reviewers.map(({ driver }) => driver)]
  return [...new Set([...drivers, ...others.filter((driver) => driver !== undefined)])]
}

/** Refuses limits, given as `option`, that a driver cannot measure. Throws `OPTION_INVALID`. */
export const checkMeter = ({ id, meters }: DriverV1, option: string, limits: Budget = {}): void => {
  const kind = (['tokens', 'usd'] as const).find(
    (each) => limits[each] !== undefined && !meters.includes(each),
  )
  if (kind === undefined) return
  const counts = meters.length === 0 ? 'nothing' : meters.join(' and ')
  throw invalidOption(
    option,
    `The driver "${id}" cannot count ${kind}: it counts ${counts}. Give another limit, or another driver.`,
  )
}
