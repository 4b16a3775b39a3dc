import { findColumn } from '../../text/find-column.ts'
import { readPurpose } from '../../plan/imply/read-purpose.ts'
import type { PlanIssue } from '../../plan/plan-issue.ts'
import type { Phase } from '../../plan/model/phase.ts'
import type { Plan } from '../../plan/model/plan.ts'
import type { Subtask } from '../../plan/model/subtask.ts'
import { nameLine } from '../../plan/source/locate-line.ts'
import { isOpen } from '../dispatch/is-open.ts'
import { findTests } from './find-tests.ts'
import { findLateTests, linkTests } from './link/link-tests.ts'

/**
 * Reports a `TDD_VIOLATION` for every implementation without a test among its dependencies, in plan order
 * (seed: phased-execution, TDD Workflow).
 *
 * A subtask of the type `impl` is an error. One without a type is a warning if its words name an
 * implementation and a test follows in its phase; `strict` makes it an error. A test that is done counts, and
 * a closed subtask is skipped. A plan that does not follow test-first has no violations, unless `strict`.
 *
 * In an execution plan, a step with `is_test_step` is a test, and a code step that `validates_step` links to
 * one is an `impl`. Without declared dependencies, the order of a plan counts. Code whose test comes after
 * it, in any batch, is an error.
 */
export const checkTdd = (plan: Plan, { strict = false }: { strict?: boolean } = {}): PlanIssue[] => {
  if (!plan.tddApproach && !strict) return []
  const lines = plan.source.split('\n')
  const early = new Set(plan.phases.flatMap((phase) => untypedBeforeTests(phase, lines)))
  // Without a limit, the time grows with the square of the plan: only whether there is a test matters.
  const tests = findTests(plan, { limit: 0, isAlso: (subtask) => early.has(subtask) })
  const open = plan.phases.filter(isOpen).flatMap(({ subtasks }) => subtasks.filter(isOpen))
  const nameOf = ({ id, line }: Pick<Subtask, 'id' | 'line'>): string =>
    plan.source === '' ? id : `${id} (${nameLine(plan, line)})`
  const violations = open.flatMap(({ id, line, type }): PlanIssue[] => {
    if (tests.get(id)?.length !== 0) return []
    const name = nameOf({ id, line })
    const isDeclared = type === 'impl'
    const message = isDeclared
      ? `Subtask ${name} is an implementation, and no test is among what it depends on. ` +
        'Let it depend on a test subtask; where a plan declares no dependencies of subtasks, put that one before it. To allow it, run the plan with --tdd off.'
      : `Subtask ${name} reads like an implementation, and the tests of its phase come after it. ` +
        'Put a test before it, or mark it with (other).'
    const column = findColumn(lines[line - 1] ?? '', id)
    return [
      { severity: isDeclared || strict ? 'error' : 'warning', code: 'TDD_VIOLATION', message, line, column },
    ]
  })
  return [...violations, ...(plan.format === 'execution-plan' ? lateTests(plan, violations, nameOf) : [])]
}

/** The steps whose test comes after them. */
const lateTests = (
  plan: Plan,
  known: readonly PlanIssue[],
  nameOf: (part: Pick<Subtask, 'id' | 'line'>) => string,
): PlanIssue[] => {
  const parts = new Map(
    plan.phases.flatMap(({ subtasks }) => subtasks.map((part) => [part.id, part] as const)),
  )
  return findLateTests(plan, linkTests(plan)).flatMap(({ code, test }): PlanIssue[] => {
    const [part, later] = [parts.get(code.id), parts.get(test.id)]
    if (!part || !later || known.some(({ line }) => line === part.line)) return []
    const message =
      `Subtask ${nameOf(part)} comes before its test ${nameOf(later)}. ` +
      'Put the test before it. To allow it, run the plan with --tdd off.'
    return [{ severity: 'error', code: 'TDD_VIOLATION', message, line: part.line, column: 1 }]
  })
}

/** The subtasks without a type that are implementations by their words, before the tests of their phase. */
const untypedBeforeTests = ({ subtasks }: Phase, lines: readonly string[]): Subtask[] => {
  const lastTest = subtasks.findLastIndex(
    ({ type, status }) => type === 'test' && status !== 'deferred' && status !== 'cancelled',
  )
  return subtasks
    .slice(0, Math.max(0, lastTest))
    .filter(
      ({ type, title, body, line }) =>
        type === 'other' &&
        readPurpose(title, body).kind === 'implement' &&
        !/\(other\)|\btype\W{1,8}other\b/i.test(lines[line - 1] ?? ''),
    )
}
