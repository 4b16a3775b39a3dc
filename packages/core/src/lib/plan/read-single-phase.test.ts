import { expect, test } from 'vitest'
import { readSinglePhase } from './read-single-phase.ts'

test.each([
  ['intro\n\n## Fix it\ntext', 'Fix it', 3],
  ['\n\nfix the login', 'fix the login', 3],
  ['---\ntitle: x\n---\n# Real', 'Real', 4],
  ['---\ntitle: "Fix it"\n---\n\ntext', 'Fix it', 5],
  ['---\nFix it\n---\n', '---', 1],
  ['```sh\n# build\n```\n\n# Fix it', 'Fix it', 5],
  ['~~~\n# no\n~~\n# no\n~~~~\n## Fix it', 'Fix it', 6],
  ['---\nno end', '---', 1],
  ['####### deep', '####### deep', 1],
  ['#+PLAN: org\n* TODO a', '#+PLAN: org', 1],
])('%j', (source, title, line) => {
  const { plan, issues } = readSinglePhase.parse(source)
  expect(plan.phases).toEqual([{ id: '1', title, body: source.trim(), line }])
  expect(issues).toMatchObject([{ severity: 'warning', code: 'NOT_STRUCTURED', line }])
})

test('fault 22: a title is without control characters', () => {
  expect(readSinglePhase.parse('# a\u001b[31mb').plan.title).toBe('a [31mb')
})
