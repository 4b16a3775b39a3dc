import { expect, test } from 'vitest'
import { readYaml } from '../data/read-yaml.ts'
import { textOf, valueOf } from '../data/value-of.ts'
import { accountForData } from './account-for-data.ts'

const account = (source: string, beside: string[] = [], places: [number, number][] = []) => {
  const { node } = readYaml(source)
  const items = valueOf(node, 'tasks')
  for (const item of items?.kind === 'list' ? items.items : []) textOf(valueOf(item, 'title'))
  const issues = places.map(([line, column]) => ({
    ...({ severity: 'error', code: 'PLAN_SCHEMA', message: '', line, column } as const),
  }))
  const { reading, issues: found } = accountForData({ root: node!, rule: 'in order', beside, issues })
  return { ...reading, messages: found.map(({ line, message }) => `${line} ${message}`) }
}

test('a value that nobody read is named with its path and line, and as work if it has the form of it', () => {
  expect(account('goal: all\ntasks:\n  - title: A\n    parts:\n      - id: 1\n        title: B\n')).toEqual({
    ...{ rule: 'in order', boxes: 0, criteria: 0, context: [] },
    skipped: [
      { line: 1, text: 'goal' },
      { line: 4, text: 'tasks[0].parts', work: true },
    ],
    messages: [
      '1 "goal" is not part of the plan: this format has no such field.',
      '4 "tasks[0].parts" is not part of the plan: this format has no such field.',
    ],
  })
})

test('values at the same place of several objects are one warning', () => {
  const source = 'tasks:\n  - title: A\n    by: me\n  - title: B\n    by: me\n  - title: C\n    by: me\n'
  expect(account(source)).toMatchObject({
    skipped: [3, 5, 7].map((line, index) => ({ line, text: `tasks[${index}].by` })),
    messages: [
      '3 "tasks[0].by" and 2 more like it, lines 3 to 7, are not part of the plan: this format has no such field.',
    ],
  })
})

test('keys beside the work are context, and empty values are left out', () => {
  const source = 'created: today\nnone: null\nempty: []\ntasks:\n  - title: A\n    note: ""\n'
  expect(account(source, ['created'])).toMatchObject({
    context: [{ line: 1, text: 'created' }],
    skipped: [],
    messages: [],
  })
})

test('a value that an error is about, or that lies in or around one, needs no warning', () => {
  const source = 'tasks:\n  - title: A\n    by: me\n  - name:\n      first: B\n'
  expect(account(source, [], [[2, 5]]).messages).toHaveLength(1)
  const both = account(
    source,
    [],
    [
      [2, 5],
      [5, 7],
    ],
  )
  expect(both.messages).toEqual([])
  expect(both.skipped).toMatchObject([{ text: 'tasks[0].by' }, { text: 'tasks[1]', work: true }])
})
