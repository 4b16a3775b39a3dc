import type { Phase } from '../../plan/model/phase.ts'
import { isOpen } from '../dispatch/is-open.ts'
import type { PhaseEvidence } from '../evidence/plan-evidence.ts'

/**
 * Returns the subject of a phase's review (seed: phased-execution, TDD Workflow): the tests of a phase that
 * only writes tests for later phases, which fail, and otherwise the full change.
 *
 * `evidence` is what the phase must show. Where red is not taken, it is absent, and a phase whose open
 * subtasks all have the type `test` is one.
 */
export const whatIsJudged = (
  { id, subtasks }: Phase,
  evidence: ReadonlyMap<string, PhaseEvidence> | undefined,
): 'tests' | 'change' => {
  const open = subtasks.filter(isOpen)
  const own = evidence?.get(id)
  const isTests = evidence
    ? own !== undefined && own.owed.subtasks.length > 0 && !own.implements
    : open.length > 0 && open.every(({ type }) => type === 'test')
  return isTests ? 'tests' : 'change'
}
