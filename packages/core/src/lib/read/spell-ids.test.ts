import { expect, test } from 'vitest'
import { planSchema } from '../plan/plan-schema.ts'
import { keepIds } from '../plan/source/rename-ids.ts'
import { spellIds } from './spell-ids.ts'

const planOf = (source: string, ...ids: string[]) =>
  planSchema.parse({
    goal: 'x',
    source,
    phases: ids.map((id, index) => ({
      ...{ id, title: 'T', line: index + 1 },
      ...(index > 0 && { dependsOn: [ids[index - 1]], conflictsWith: [ids[index - 1]] }),
    })),
  })

test.each([
  ['## Phase 2A: Parse', '2a', '2A'],
  ['## Phase 2-A: Parse', '2a', '2A'],
  ['| Phase 2‑a | Parse |', '2a', '2a'],
  ['- [ ] US-001 Parse', 'us001', 'US001'],
  ['- [ ] US-001 Parse', 'us-001', 'US-001'],
  ['## Phase 2-1: Parse', '2.1', '2.1'],
  ['## Phase 2A-1: Parse', '2a.1', '2A.1'],
  ['## Phase A: Add a list', 'a', 'A'],
  // Another number, a word of the title, and an id of two words.
  ['## Phase 2: Parse 2A', '2', '2'],
  ['- name: Setup', 'setup', 'setup'],
  ['## Phase 2 A', '2a', '2a'],
  ['## Phase 12A', '2a', '2a'],
  ['## 1.2A: Parse', '2a', '2a'],
  ['', '2a', '2a'],
])('%j spells %s as %s', (line, id, expected) => {
  expect(spellIds(planOf(line, id)).phases[0]?.id).toBe(expected)
})

test('references follow', () => {
  const { phases } = spellIds(planOf('## Phase 1A\n## Phase 1B', '1a', '1b'))
  expect(phases[1]).toMatchObject({ id: '1B', dependsOn: ['1A'], conflictsWith: ['1A'] })
})

test('parts and their references follow', () => {
  const plan = planSchema.parse({
    source: '# Plan\nT1\nT2\nS-1\nS-2',
    phases: [
      {
        ...{ id: '1', title: 'T' },
        subtasks: [
          { id: 't1', title: 'a', line: 2, steps: [{ id: 't1.1', action: 'manual' }] },
          {
            ...{ id: 't2', title: 'b', line: 3, dependsOn: ['t1'] },
            steps: [
              { id: 's1', action: 'manual', line: 4 },
              { id: 's2', action: 'validation', dependsOn: ['s1'], validatesStep: 's1', line: 5 },
            ],
          },
        ],
      },
    ],
  })
  const [first, second] = spellIds(plan).phases[0]?.subtasks ?? []
  expect(first).toMatchObject({ id: 'T1', steps: [{ id: 'T1.1' }] })
  expect(second).toMatchObject({ id: 'T2', dependsOn: ['T1'] })
  expect(second?.steps[1]).toMatchObject({ id: 'S2', dependsOn: ['S1'], validatesStep: 'S1' })
})

test('a plan without another spelling is the same value', () => {
  const plan = planOf('## 1', '1')
  expect(spellIds(plan)).toBe(plan)
})

test('an edited plan keeps the ids that are only spelled in another way', () => {
  const before = planOf('## 2A\n## 2B', '2A', '2B')
  const edited = planOf('## 2-a\n## 3', '2-a', '3')
  expect(keepIds(edited, before).phases.map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
    ['2A', []],
    ['3', ['2A']],
  ])
})

test('the ids of a long line are found in their order, and the first ones again', () => {
  const ids = Array.from({ length: 300 }, (_, at) => `us-${at + 100}`)
  const source = JSON.stringify(ids.map((id) => ({ id: id.toUpperCase() })))
  const phases = [...ids, 'us-100'].map((id) => ({ id, title: 'T', line: 1 }))
  const names = spellIds(planSchema.parse({ source, phases })).phases.map(({ id }) => id)
  expect(names).toEqual([...ids, 'us-100'].map((id) => id.toUpperCase()))
})
