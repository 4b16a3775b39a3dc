import type { FailureClass } from '../../contract/failure-class.ts'

/** Failures that pass by themselves, or that only a person can resolve. */
const excused: ReadonlySet<FailureClass> = new Set<FailureClass>([
  'transient',
  'rate_limited',
  'interrupted',
  'environment',
  'auth',
  'permission',
  'refused',
  'budget_exceeded',
  'cancelled',
])

/**
 * Whether a failure is the fault of the reviewer, evaluator or architect that was asked: it crashed, or its
 * answer cannot be read. It is asked once more, and nobody else has to work because of it.
 */
export const isOwnFault = (failure: FailureClass): boolean => !excused.has(failure)
