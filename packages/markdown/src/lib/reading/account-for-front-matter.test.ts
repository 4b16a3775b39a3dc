import { expect, test } from 'vitest'
import { readOutline } from '../outline/read-outline.ts'
import { accountForFrontMatter } from './account-for-front-matter.ts'
import { completePlan } from './complete-plan.ts'

const accountOf = (...lines: string[]) =>
  accountForFrontMatter(readOutline(['---', ...lines, '---', '', '# Plan', ''].join('\n')))

test('values of the front matter are noted with path and line, except empty ones', () => {
  const { notes, skipped, issues } = accountOf('phase: 1', 'owner: Ada', 'tags:', '  - a', 'due:')
  expect(notes).toEqual([
    { line: 2, text: '"phase" of the front matter is not part of the plan' },
    { line: 3, text: '"owner" of the front matter is not part of the plan' },
    { line: 4, text: '"tags" of the front matter is not part of the plan' },
  ])
  expect([skipped, issues]).toEqual([[], []])
})

test('values with the form of work are skipped with a warning', () => {
  const { notes, skipped, issues } = accountOf('tasks:', '  - id: T1', '    title: Do it', 'status: open')
  expect(skipped).toEqual([{ line: 2, text: 'tasks', work: true }])
  expect(notes.map(({ line }) => line)).toEqual([5])
  expect(issues).toMatchObject([{ severity: 'warning', code: 'CONTENT_SKIPPED', line: 2 }])
  expect(issues[0]?.message).toBe('"tasks" is not part of the plan: work in the front matter is not read.')
})

test('front matter that is not YAML is noted', () => {
  expect(accountOf('title: a: b').notes).toMatchObject([{ line: 1 }])
  expect(accountForFrontMatter(readOutline('# Plan\n'))).toEqual({ skipped: [], notes: [], issues: [] })
})

test('the object `meta` of the front matter is data of the plan, with everything in it', () => {
  const planOf = (...lines: string[]) => {
    const outline = readOutline(['---', ...lines, '---', '', '# Plan', ''].join('\n'))
    return completePlan({ outline, headEnd: 1, phases: [], read: [], rule: '' })
  }
  const { plan, reading } = planOf('meta:', '  team: payments', '  tasks: [{ id: 1, title: x }]')
  expect(plan.meta).toEqual({ team: 'payments', tasks: [{ id: 1, title: 'x' }] })
  expect([reading.notes, reading.skipped]).toEqual([undefined, []])
  expect(planOf('meta: text').reading).toMatchObject({ notes: [{ line: 2 }] })
  expect(planOf('meta: text').plan).not.toHaveProperty('meta')
})
