import { findColumn } from '../../../text/find-column.ts'
import type { PlanIssue } from '../../../plan/plan-issue.ts'
import type { Plan } from '../../../plan/model/plan.ts'
import { isTestFile } from '../is-test-file.ts'
import { linkTests, type TestLink } from './link-tests.ts'

/**
 * Warns about tests that come first by their words or their files, and that no later work is known to make
 * pass: they must pass at once. Each warning has the line to add to the plan.
 *
 * Tests are reported if the plan calls them failing, or if they are all that their phase does and later work
 * that creates something depends on it. A plan that does not follow test-first has no warnings.
 */
export const checkLinks = (plan: Plan): PlanIssue[] =>
  plan.tddApproach ? linkTests(plan).flatMap((link) => warn(plan, link)) : []

const warn = (plan: Plan, { test, answers, possible }: TestLink): PlanIssue[] => {
  if (answers.length > 0 || test.by === 'type') return []
  const [later] = possible
  if (!test.fails && later === undefined) return []
  const { line } = test.phase.subtasks.find(({ id }) => id === test.id) ?? test.phase
  const file = test.files.find(isTestFile)
  const isPhase = test.id === test.phase.id
  const message = [
    `${isPhase ? 'Phase' : 'Subtask'} ${test.id} ${test.fails ? 'writes failing tests, but' : 'writes tests, and'} no later work is known to make them pass, so they must pass at once.`,
    `If a later phase makes them pass, add this line to it: ${lineToAdd(plan, test.id, later === undefined ? undefined : file)}`,
  ].join(' ')
  const column = findColumn(plan.source.split('\n')[line - 1] ?? '', test.id)
  return [{ severity: 'warning', code: 'TESTS_NOT_LINKED', message, line, column }]
}

/** The line that links a phase to tests: their file where it depends on them already, or the dependency. */
const lineToAdd = ({ format }: Plan, id: string, file: string | undefined): string => {
  if (format === 'execution-plan') return file === undefined ? `depends_on: ["${id}"]` : `files: ["${file}"]`
  if (format === 'task-master') return `"dependencies": ["${id}"]`
  return file === undefined ? `**Depends on:** ${id}` : `**Files:** ${file}`
}
