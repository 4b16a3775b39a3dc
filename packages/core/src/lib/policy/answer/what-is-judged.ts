import type { Phase } from '../../plan/plan-schema.ts'
import { isOpen } from '../dispatch/is-open.ts'

/**
 * What a review of a phase judges (seed: phased-execution, TDD Workflow): of a phase that writes nothing but
 * tests the tests, whose failing is no fault; of every other the whole change. What the plan leaves out does
 * not count.
 */
export const whatIsJudged = ({ subtasks }: Phase): 'tests' | 'change' => {
  const open = subtasks.filter(isOpen)
  return open.length > 0 && open.every(({ type }) => type === 'test') ? 'tests' : 'change'
}
