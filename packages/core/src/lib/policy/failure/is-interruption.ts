import type { Failure } from '../../contract/failure.ts'
import type { FailureClass } from '../../contract/failure-class.ts'

const classes: ReadonlySet<FailureClass> = new Set<FailureClass>([
  'transient',
  'rate_limited',
  'budget_exceeded',
  'interrupted',
  'auth',
  'permission',
  'cancelled',
])

/**
 * Whether a failure says nothing about the work: the attempt continues where it stood, whatever the retry
 * rules say. The first idle timeout of a unit is one too, and a lost session: see `mayContinue`.
 */
export const isInterruption = ({ class: failureClass }: Pick<Failure, 'class'>): boolean =>
  classes.has(failureClass)
