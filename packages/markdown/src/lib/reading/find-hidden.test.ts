import type { PhaseDraft } from '@amelia/core/plugin'
import { expect, test } from 'vitest'
import { readOutline } from '../outline/read-outline.ts'
import { accountFor } from './account-for.ts'

/** Accounts for a plan whose headings `### Task N: name` outside of fences and quotes are phases. */
const account = (source: string) => {
  const outline = readOutline(source)
  const phases = outline.blocks.flatMap(({ kind, line, depth }): PhaseDraft[] => {
    const [, id] = /^### Task (\d+): /.exec(outline.lines[line - 1] ?? '') ?? []
    return kind === 'heading' && depth === 0 && id !== undefined ? [{ id, title: id, line }] : []
  })
  const read = phases.map(({ line = 1 }): [number, number] => [line, outline.lines.length])
  const { reading, issues } = accountFor({ outline, phases, read, rule: '' })
  return {
    skipped: reading.skipped.map(({ line }) => line),
    messages: issues.map(({ message }) => message),
  }
}

const plan = (third: string): string => `# P\n### Task 1: A\n\n### Task 2: B\n\n${third}\n\n### Task 4: D\n`

test.each<[third: string, line: number, reason: string, advice?: string]>([
  ['```\n### Task 3: C\n```', 7, 'it is in a fence that begins in line 6'],
  ['<!--\n### Task 3: C\n-->', 7, 'it is in a comment that begins in line 6'],
  ['> ### Task 3: C', 6, 'it is in a quote'],
  ['| a | b |\n|---|---|\n| x | Task 3: C |', 8, 'it is in a table that is not a list of phases'],
  ['**Task 3: C**', 6, 'it is text'],
  ['- Task 3: C', 6, 'it is in a list'],
  ['<h3>Task 3: C</h3>', 6, 'it is in HTML'],
  ['<details><summary>Task 3: C</summary>\n</details>', 6, 'it is in HTML'],
  ['text\n\n    ### Task 3: C', 8, 'it is in indented code'],
  ['\u200b### Task 3: C', 6, 'it is text'],
  ['###\u00a0Task 3: C', 6, 'it is nearly a heading', 'Write "### Task 3: C"'],
  ['####### Task 3: C', 6, 'it is text'],
  ['\\### Task 3: C', 6, 'it is text'],
  ['###Task 3: C', 6, 'it is nearly a heading', 'Write "### Task 3: C"'],
  ['##### Task 3: C', 6, 'this heading is not written like those of the others'],
  ['[Task 3: C](#c)', 6, 'it is text'],
])(
  '%j is skipped with its reason',
  (third, line, reason, advice = 'Write it as the other units are written') => {
    expect(account(plan(third))).toEqual({
      skipped: [line],
      messages: [`"Task 3: C" is not part of the plan (line ${line}): ${reason}. ${advice}, if it is work.`],
    })
  },
)

test.each([
  '### Task 3: C\n\n- Task 1: A\n- Task 2: B',
  '### Task 3: C\n\n```\n### Task 2: an example\n```',
  '### Task 3: C\n\nTask 4 follows.\nTask 2 was first',
  '### Task 3: C\n\nTask 9 of the other plan, see\nTask 8 there',
  '### Task 3: C\n\n```sh\n# Step 1: install\n```\n\nPhase 7: another word',
  '- Task 3: Commit',
  '- Task 3 (old): already complete',
])('%j hides nothing', (third) => {
  expect(account(plan(third))).toEqual({ skipped: [], messages: [] })
})

test('neighbours with one reason have one warning', () => {
  expect(account(plan('```\nTask 3: C\nTask 5: E\n```')).messages).toEqual([
    '"Task 3: C" and 1 more are not part of the plan (lines 7 to 8): it is in a fence that begins in line 6. Write it as the other units are written, if it is work.',
  ])
})

test('a gap in the numbers is stated, and is skipped work if the text has the number', () => {
  expect(account(plan(''))).toEqual({
    skipped: [],
    messages: ['The series "task" has a gap: 3 is missing.'],
  })
  expect(account(plan('See task 3 below.'))).toEqual({
    skipped: [6],
    messages: ['The series "task" has a gap: 3 is missing; the text mentions it in line 6.'],
  })
})
