import { formatDuration, type RunEventOf } from '@amelia/core'

/** Describes what a delayed phase does next. At a rate limit, another agent may continue at once. */
export const describeDelay = ({ waitMs, failure }: RunEventOf<'phase_delayed'>): string =>
  waitMs === 0 && failure.class === 'rate_limited'
    ? 'continuing with another agent'
    : `retrying in ${formatDuration(waitMs)}`
