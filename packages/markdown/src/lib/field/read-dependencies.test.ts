import type { PlanIssue } from '@amelia/core/plugin'
import { describe, expect, it } from 'vitest'
import type { Field } from './read-fields.ts'
import { readDependencies } from './read-dependencies.ts'
import { createReferenceBudget } from './reference-budget.ts'

const ids = ['1', '2a', 't1.1']
const scope = {
  ids,
  positions: new Map(ids.map((id, index) => [id, index])),
  self: '3',
  budget: createReferenceBudget(),
}
const field = (label: string, value: string): Field => ({
  name: 'dependsOn',
  ...{ label, value, items: [], line: 1, column: 1 },
})

const read = (...fields: Field[]) => {
  const issues: PlanIssue[] = []
  return { ids: readDependencies(fields, scope, issues), issues }
}

describe('readDependencies', () => {
  it.each([
    ['depends on', 'Phase 1', ['1']],
    ['depends on', '1, 2A', ['1', '2a']],
    ['depends on', '[1, "2a"]', ['1', '2a']],
    ['depends on', '［１、2a］', ['1', '2a']],
    ['depends on', 'none', []],
    ['depends on', '[]', []],
    ['depends on', 'Phase 9', ['9']],
    ['depends upon', 'Phase 9', ['9']],
    ['depends on', 'T1.1 and TASK-7', ['t1.1', 'task7']],
    ['depends on', 'Phase 1 (its types). Can run in parallel with any other phase.', ['1']],
    ['dependencies', 'Task 1, Task 9', ['1', '9']],
    ['dependencies', '1, 99', ['1', '99']],
  ])('%s: %s', (label, value, expected) => {
    expect(read(field(label, value))).toEqual({ ids: expected, issues: [] })
  })

  it.each([
    ['depends on', 'Core pipeline complete'],
    ['prerequisites', 'Backend running (`make start`), a valid API key'],
    ['requires', 'Node 20'],
    ['depends on', 'Vue 3'],
    ['depends on', 'Node 20 and Vue 3'],
    ['dependencies', 'react, zod 4'],
    ['dependencies', 'Vue 1'],
    ['dependencies', 'OAuth 1 and Python 1'],
    ['prerequisites', '数据库已启动'],
  ])('warns about prose: %s: %s', (label, value) => {
    expect(read(field(label, value))).toMatchObject({
      ids: undefined,
      issues: [{ severity: 'warning', code: 'CONTENT_SKIPPED', line: 1, column: 1 }],
    })
  })

  it('warns about the prose beside an id', () => {
    expect(read(field('prerequisites', 'Phase 1, a login'))).toMatchObject({
      ids: ['1'],
      issues: [{ message: 'Of "Phase 1, a login", only 1 is read as a dependency.' }],
    })
  })

  it.each([
    'None',
    'None.',
    'none (first phase)',
    'None - can start immediately',
    'None; this comes first',
    'n/a',
    'N/A',
    'Nothing',
    '-',
    '—',
    'no dependencies',
    'No dependency on Phase 1',
    'No prior tasks',
    'Not applicable',
    'Independent of the others',
    'Can start immediately',
    'なし',
    '特になし。',
    '无',
    '无，可立即开始',
    '无依赖（首个阶段）',
    '없음',
    '의존성 없음',
  ])('is silent about "%s"', (value) => {
    expect(read(field('depends on', value))).toEqual({ ids: [], issues: [] })
  })

  it('does not take a field without a text for a declaration', () => {
    expect(read(field('depends on', ''))).toMatchObject({
      ids: undefined,
      issues: [
        { severity: 'warning', code: 'CONTENT_SKIPPED', message: expect.stringContaining('is empty') },
      ],
    })
    expect(read(field('prerequisites', ''))).toEqual({ ids: undefined, issues: [] })
  })

  it('reads ids after a none with an exception', () => {
    expect(read(field('depends on', 'None except Phase 1')).ids).toEqual(['1'])
  })

  it('joins the ids of several fields', () => {
    const fields = [field('prerequisites', 'a login'), field('depends on', '1'), field('blocked by', '2A')]
    expect(read(...fields)).toMatchObject({ ids: ['1', '2a'], issues: [{ code: 'CONTENT_SKIPPED' }] })
  })
})

it.each([
  'phase 2a of the design review to be signed off by marketing, see wiki.',
  'Step 1 of the onboarding guide; nothing from this plan.',
  'step 1 in the setup guide',
])('does not read the unit of another document: %s', (value) => {
  expect(read(field('requires', value))).toMatchObject({ ids: undefined, issues: [{ severity: 'warning' }] })
  expect(read(field('prerequisites', value)).ids).toBeUndefined()
})

it.each([
  ['phase 1 of this plan', ['1']],
  ['Phase 1, and phase 2a of the design review', ['1']],
  ['1, but not on task 2A', ['1']],
  ['not before phase 1', ['1']],
])('reads "%s"', (value, ids) => {
  expect(read(field('requires', value)).ids).toEqual(ids)
})

it('reads a denied dependency as none', () => {
  expect(read(field('depends on', 'not on task 2A')).ids ?? []).toEqual([])
})
