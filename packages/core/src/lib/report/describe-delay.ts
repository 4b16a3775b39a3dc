import type { RunEventOf } from '../event/run-event.ts'
import { formatDuration } from '../text/format-duration.ts'

/** Describes what follows a failure that is expected to pass, in a few words: `retrying in 30 s`. */
export const describeDelay = ({ waitMs, failure }: RunEventOf<'phase_delayed'>): string => {
  if (waitMs > 0) return `retrying in ${formatDuration(waitMs)}`
  if (failure.class === 'budget_exceeded') return 'waiting for more budget'
  // At a limit, or if its model declined: waits end later.
  return failure.class === 'rate_limited' || failure.class === 'refused'
    ? 'continuing with another agent'
    : 'continuing at once'
}
