import type { PlanTicks } from '../event/change/plan-ticks.ts'

/** Describes the marks that a run changed in a file of its plan, in sentences. */
export const describeTicks = ({ path, ticked, reason }: PlanTicks): string => {
  const count = ticked === 1 ? '1 line' : `${ticked} lines`
  const done = ticked > 0 || reason === undefined ? `Ticked ${count} of ${path}.` : `Did not tick ${path}.`
  return reason === undefined ? done : `${done} ${reason}`
}
