import { expect, test } from 'vitest'
import { findLosses } from './find-losses.ts'
import { planSchema } from './plan-schema.ts'

const source = `# Shop

An introduction.
It has two lines.

**Goal:** Sell things

| Phase | Name |
|-------|------|
| 1     | Store |

## Phase 1: Store

Write the store.

## Risks

It may rain.`

const phase = { id: '1', title: 'Store', body: 'Write the store.', line: 10 }
const plan = planSchema.parse({ title: 'Shop', goal: 'Sell things', source, phases: [phase] })
const lossOf = (before: typeof plan, body = phase.body) =>
  findLosses(before, { title: 'Shop', goal: 'Sell things', phases: [{ ...phase, body }] })

test('text beside the phases that is not read back is a loss, with its lines', () => {
  expect(lossOf(plan)).toEqual([
    { what: 'text beside the phases', places: ['line 3 to line 4', 'line 16 to line 18'] },
  ])
})

test('text behind a row or a list of phases is beside them', () => {
  const rows =
    '# Shop\n\n| Phase | Name |\n|---|---|\n| 1 | Store |\n\nBetween.\n\n## Phase 1: Store\n\nWrite the store.\n'
  expect(lossOf(planSchema.parse({ ...plan, source: rows, phases: [{ ...phase, line: 5 }] }))).toEqual([
    { what: 'text beside the phases', places: ['line 7'] },
  ])
  const list = '# Shop\n\n1. Store\n\n   Write the store.\n\nBehind.\n'
  expect(lossOf(planSchema.parse({ ...plan, source: list, phases: [{ ...phase, line: 3 }] }))).toEqual([
    { what: 'text beside the phases', places: ['line 7'] },
  ])
})

test('a conversion that keeps all lines loses none', () => {
  const body = 'Write the store.\nAn introduction.\nIt has two lines.\n## Risks\nIt may rain.'
  expect(lossOf(planSchema.parse({ ...plan, phases: [{ ...phase, body }] }), body)).toEqual([])
})

test('data, and a text without headings, has no text beside its values', () => {
  for (const text of [
    '{"title": "Shop"}',
    'title: Shop\n# A comment\nbatches: []',
    '# Schema\ntitle: Shop\n',
    'id,title\n1,Store\n',
  ])
    expect(lossOf(planSchema.parse({ ...plan, source: text }))).toEqual([])
})
