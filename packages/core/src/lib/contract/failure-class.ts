const classes = [
  'transient',
  'rate_limited',
  'agent_failed',
  'verification_failed',
  'review_rejected',
  'report_invalid',
  'context_overflow',
  'merge_conflict',
  'environment',
  'auth',
  'permission',
  'hung',
  'budget_exceeded',
  'cancelled',
] as const

/** Why an attempt failed. The class picks what happens next: see `decideFailure`. */
export type FailureClass = (typeof classes)[number]

/** Whether a text that came from outside, from a driver for instance, is a class. */
export const isFailureClass = (text: unknown): text is FailureClass => classes.some((known) => known === text)
