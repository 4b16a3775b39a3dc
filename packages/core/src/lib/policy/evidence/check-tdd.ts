import { findColumn } from '../../text/find-column.ts'
import type { PlanIssue } from '../../plan/plan-issue.ts'
import type { Plan } from '../../plan/plan-schema.ts'
import { findTests } from './find-tests.ts'
import { isOpen } from '../dispatch/is-open.ts'

/**
 * Reports an error `TDD_VIOLATION` for every `impl` subtask without a `test` subtask among its dependencies,
 * in plan order (seed: phased-execution, TDD Workflow).
 *
 * `findTests` determines the dependencies and the tests that count; a test that is done counts. A closed
 * `impl` is skipped, and so is a plan that does not follow test-first. In an execution plan, a step with
 * `is_test_step` is a test, and a code step that `validates_step` links to one is an `impl`.
 */
export const checkTdd = (plan: Plan): PlanIssue[] => {
  if (!plan.tddApproach) return []
  const tests = findTests(plan)
  const issues: PlanIssue[] = []
  let lines: string[] | undefined
  for (const phase of plan.phases) {
    if (!isOpen(phase)) continue
    for (const subtask of phase.subtasks) {
      const { id, line } = subtask
      if (!isOpen(subtask) || tests.get(id)?.length !== 0) continue
      lines ??= plan.source.split('\n')
      issues.push({
        severity: 'error',
        code: 'TDD_VIOLATION',
        message:
          `Subtask ${id} (line ${line}) is an implementation, and no test is among what it depends on. ` +
          'Let it depend on a test subtask; where a plan declares no dependencies of subtasks, put that one before it.',
        line,
        column: findColumn(lines[line - 1] ?? '', id),
      })
    }
  }
  return issues
}
