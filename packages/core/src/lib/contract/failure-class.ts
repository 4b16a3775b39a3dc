/** Every class of failure, in the order of the docs. Journals contain these names. */
export const failureClasses = [
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
  'interrupted',
  'session_lost',
  'refused',
] as const
Object.freeze(failureClasses)

/** Why an attempt failed. The class decides the response: see `decideFailure`. */
export type FailureClass = (typeof failureClasses)[number]

/** Whether a text from outside the engine, for instance from a driver, names a failure class. */
export const isFailureClass = (text: unknown): text is FailureClass =>
  failureClasses.some((known) => known === text)
