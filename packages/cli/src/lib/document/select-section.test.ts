import { expect, it } from 'vitest'
import { selectSection } from './select-section.ts'

const text =
  '# Fixes\n\n## Issue #1: A\n\n### Task 1: a\n\n## Issue #18: B\n\n### Task 1: b\n\n```md\n## Issue #1\n```\n'

it('keeps the lines of the section, and empties the others', () => {
  expect(selectSection(text, 'issue #18')).toBe(
    '\n\n\n\n\n\n## Issue #18: B\n\n### Task 1: b\n\n```md\n## Issue #1\n```\n',
  )
  expect(selectSection(text, '## Issue #1: A')).toBe('\n\n## Issue #1: A\n\n### Task 1: a\n\n\n\n\n\n\n\n\n')
})

it.each([
  ['Issue #2', 'No heading begins with "Issue #2". Headings: "Fixes" (line 1)'],
  ['Task 1', '2 headings begin with "Task 1": "Task 1: a" (line 5), "Task 1: b" (line 9).'],
])('refuses %s with the headings', (name, message) => {
  expect(() => selectSection(text, name)).toThrow(message)
})
