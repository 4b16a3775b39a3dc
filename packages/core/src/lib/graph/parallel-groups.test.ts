import { expect, it } from 'vitest'
import { parallelGroups } from './parallel-groups.ts'

// seed: phase-execution-reference 10
it('ties phases together as in the seed phase-execution-reference, Detecting Parallel Groups', () => {
  expect(
    parallelGroups([
      { id: '1', parallelWith: [] },
      { id: '2a', parallelWith: ['2b', '2c'] },
      { id: '2b', parallelWith: ['2a', '2c'] },
      { id: '2c', parallelWith: ['2a', '2b'] },
      { id: '3', parallelWith: [] },
    ]),
  ).toEqual([['2a', '2b', '2c']])
})

it('takes two phases with one id for one', () => {
  expect(
    parallelGroups([
      { id: 'a', parallelWith: ['b'] },
      { id: 'b', parallelWith: [] },
      { id: 'a', parallelWith: [] },
      { id: 'c', parallelWith: ['d'] },
      { id: 'd', parallelWith: [] },
    ]),
  ).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

it('follows claims that are made from one side only, and passes over unknown names', () => {
  expect(
    parallelGroups([
      { id: 'd', parallelWith: ['c', 'x'] },
      { id: 'a', parallelWith: [] },
      { id: 'b', parallelWith: ['d'] },
      { id: 'c', parallelWith: [] },
      { id: 'e', parallelWith: ['e'] },
      { id: 'f', parallelWith: ['g'] },
      { id: 'g', parallelWith: [] },
    ]),
  ).toEqual([
    ['d', 'b', 'c'],
    ['f', 'g'],
  ])
})
