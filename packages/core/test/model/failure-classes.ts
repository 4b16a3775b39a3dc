import type { FailureClass } from '../../src/lib/contract/failure-class.ts'

const named: Record<FailureClass, true> = {
  transient: true,
  rate_limited: true,
  agent_failed: true,
  verification_failed: true,
  review_rejected: true,
  report_invalid: true,
  context_overflow: true,
  merge_conflict: true,
  environment: true,
  auth: true,
  permission: true,
  hung: true,
  budget_exceeded: true,
  cancelled: true,
}

/** Every class that a failure can have: the compiler misses none. */
export const failureClasses = Object.keys(named) as FailureClass[]
