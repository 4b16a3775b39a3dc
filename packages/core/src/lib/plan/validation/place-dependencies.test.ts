import { expect, test } from 'vitest'
import { planSchema } from '../plan-schema.ts'
import { validatePlan } from './validate-plan.ts'

const found = (source: string, skipped: Parameters<typeof validatePlan>[1] = [], id = '9') => {
  const phases = [
    { id: '1', title: 'A', line: 1 },
    { id: '2', title: 'B', line: 3, dependsOn: [id] },
    { id: '3', title: 'C', line: 9 },
  ]
  return validatePlan(planSchema.parse({ phases, source }), skipped)
    .filter(({ code }) => code.startsWith('DEPENDENCY'))
    .map(({ line, column, message }) => [line, column, message])
}

test.each([
  ['a field', '## 1\n\n## 2\n\n**Depends on:** Task 9\n', 5],
  ['a list below a label', '## 1\n\n## 2\n\nDependencies:\n\n- Task 1\n- Task 09\n', 8],
  ['a label of another language', '## 1\n\n## 2\n\n**Зависит от:** 9\n', 5],
  ['a key', '{"a": [\n{"id": 1},\n{"id": 2,\n"dependencies": [\n1,\n9]}', 6],
  ['the row of the phase', '| 1 | - |\n|\n| 2 | 9 |\n', 3],
  ['a line of the next phase', '## 1\n\n## 2\n\n\n\n\n\n## 3\nDepends on: 9\n', 3],
  ['a number inside another', '## 1\n\n## 2\nDepends on: 9.1, 19\n', 3],
])('the error about a dependency is on its line: %s', (_, source, line) => {
  expect(found(source)).toMatchObject([[line, expect.any(Number), expect.any(String)]])
})

test('a phase that depends on itself has the error at that line', () => {
  expect(found('## 1\n\n## 2\nDepends on: 2\n', [], '2')).toMatchObject([[4, 13, expect.any(String)]])
})

test('the error names the skipped work that has the id', () => {
  const skipped = [
    { line: 2, text: 'Notes about 9' },
    { line: 7, text: 'Task 9 D', work: true as const },
  ]
  const [[, , message] = []] = found('## 1\n\n## 2\nDepends on: 9\n', skipped)
  expect(message).toBe(
    'Phase 2 depends on "9", which is not a phase of this plan. "Task 9 D" in line 7 was not read.',
  )
})
