import { expect, test } from 'vitest'
import { readReferences } from './read-references.ts'
import { createReferenceBudget } from './reference-budget.ts'

const read = (text: string, ids: string, self = '') => {
  const list = ids.split(' ')
  const positions = new Map(list.map((id, index) => [id, index]))
  return readReferences(text, { positions, ids: list, self, budget: createReferenceBudget() }).join(' ')
}

test.each(['', '-', '–', '—', 'None', 'nothing', 'n/a', 'N/A', '`-`', '— (starts at once)'])(
  '%j is nothing',
  (text) => {
    expect(read(text, '1 2')).toBe('')
  },
)

test.each([
  ['1', '1'],
  ['Phase 2-A', '2a'],
  ['1, 2A', '1 2a'],
  ['6, 3, 4', '6 3 4'],
  ['1; 2A + 3 & 4', '1 2a 3 4'],
  ['Phases 1 and 3', '1 3'],
  ['1 ∧ 3', '1 3'],
  ['1 3', '1 3'],
  ['**1**, `2a`, [3](#x)', '1 2a 3'],
  ['1 (soft), 3 (see (4))', '1 3'],
  ['after 2A is merged', '2a'],
  ['1, 1', '1'],
  ['1–4', '1 2a 2b 3 4'],
  ['1-4', '1 2a 2b 3 4'],
  ['2A–2A', '2a'],
  ['1..3', '1 2a 2b 3'],
  ['2A to 3', '2a 2b 3'],
  ['Phases 2A–2B, 6', '2a 2b 6'],
  ['all others', '1 2a 2b 3 6'],
  ['All', '1 2a 2b 3 6'],
  ['All other phases', '1 2a 2b 3 6'],
  ['All the phases are done', '1 2a 2b 3 6'],
  ['All 6 phases', '1 2a 2b 3 6'],
  ['everything', '1 2a 2b 3 6'],
  ['All except 3', '1 2a 2b 6'],
  ['all phases but Phase 2A', '1 2b 3 6'],
  ['All of Phase 1', '1'],
  ['All Phase 1 tasks', '1'],
  ['All tasks in Phase 2A', '2a'],
  ['all of the tasks of 2A and 3', '2a 3'],
  ['All of phases 1-2A', '1 2a'],
  ['All of Phase 9', '9'],
  ['None beyond Phase 1', '1'],
  ['Nothing aside from 2A', '2a'],
  ['None once Phase 3 is merged', '3'],
  ['Independent, but needs Phase 1', '1'],
  ['No dependencies; requires Phase 1', '1'],
  ['None when it runs alone', ''],
  ['No dependencies, needs nothing', ''],
])('%j', (text, ids) => {
  expect(read(text, '1 2a 2b 3 4 6', '4')).toBe(ids)
})

test('ranges with prefixes, and with an end that is not there', () => {
  expect(read('W0–W2', 'w0 w1 w2 w3')).toBe('w0 w1 w2')
  expect(read('WU-10–12', 'wu09 wu10 wu11 wu12')).toBe('wu10 wu11 wu12')
  expect(read('WU-10-12', 'wu09 wu10 wu11 wu12')).toBe('wu10 wu11 wu12')
  expect(read('WU-10–15', 'wu10 wu11 x')).toBe('wu10 wu11 wu15')
})

test('an id with a dash is not a range', () => {
  expect(read('1-4', '1 2 4 1.4')).toBe('1.4')
})

test('fault 7: what is not there is given as it normalises', () => {
  expect(read('2C', '1 2a')).toBe('2c')
  expect(read('1, Phase 9', '1 2a')).toBe('1 9')
  expect(read('1 9', '1 2a')).toBe('1 9')
  expect(read('the design', '1')).toBe('thedesign')
})

test.each([
  ['Vue 3', 'vue3'],
  ['OAuth 2, 1', 'oauth2 1'],
  ['1 with Python 3', '1'],
  ['Phase 1 on Node >= 3', '1'],
  ['2A 3', '2a 3'],
  ['the types of phase 3', '3'],
  ['Core 2A', '2a'],
  ['needs 3', '3'],
  ['None except 1', '1'],
  ['Milestone 3', '3'],
  ['Fase 3', '3'],
  ['在阶段 3 之后', '3'],
])('a number that follows a name is a version, not an id: %j', (text, ids) => {
  expect(read(text, '1 2a 3')).toBe(ids)
})

test('fault 10: ranges cannot make a graph that fits nowhere', () => {
  const ids = Array.from({ length: 5_000 }, (_, index) => `${index}`)
  const positions = new Map(ids.map((id, index) => [id, index]))
  const budget = createReferenceBudget()
  let edges = 0
  for (const self of ids) edges += readReferences('all', { positions, ids, self, budget }).length
  expect(edges).toBeLessThanOrEqual(2_000_000)
  expect(budget.issues()).toMatchObject([{ severity: 'error', code: 'PLAN_TOO_LARGE' }])
  expect(createReferenceBudget().issues()).toEqual([])
})
