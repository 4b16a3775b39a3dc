import { describe, expect, it } from 'vitest'
import type { Field } from '../read-fields.ts'
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

describe('readDependencies', () => {
  it.each([
    ['depends on', 'Phase 1', ['1']],
    ['depends on', '1, 2A', ['1', '2a']],
    ['depends on', '[1, "2a"]', ['1', '2a']],
    ['depends on', 'none', []],
    ['depends on', '[]', []],
    ['depends on', 'Phase 9', ['9']],
    ['depends on', 'T1.1 and TASK-7', ['t1.1', 'task7']],
    ['depends on', 'Phase 1 (its types). Can run in parallel with any other phase.', ['1']],
    ['depends on', 'Core pipeline complete', undefined],
    ['prerequisites', 'Backend running (`make start`), a valid API key', undefined],
    ['prerequisites', 'Phase 1, a login', ['1']],
    ['requires', 'Node 20', undefined],
    ['dependencies', 'react, zod 4', undefined],
  ])('%s: %s', (label, value, expected) => {
    expect(readDependencies(field(label, value), scope)).toEqual(expected)
  })
})
