import type { Phase } from '../../plan/model/phase.ts'
import { isOpen } from '../dispatch/is-open.ts'

/**
 * Returns the subject of a phase's review (seed: phased-execution, TDD Workflow): the tests of a phase that
 * only writes tests, which may fail, and otherwise the full change. Closed subtasks do not count.
 */
export const whatIsJudged = ({ subtasks }: Phase): 'tests' | 'change' => {
  const open = subtasks.filter(isOpen)
  return open.length > 0 && open.every(({ type }) => type === 'test') ? 'tests' : 'change'
}
