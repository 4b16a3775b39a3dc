import { expect, it } from 'vitest'
import type { TodoItem } from '../../contract/driver.ts'
import { matchParts } from './match-parts.ts'

const parts = [
  { id: '1a', title: 'Write the tests' },
  { id: '1b', title: 'Implement  it' },
  { id: '1.1', title: 'Twice' },
  { id: '1.2', title: 'Twice' },
  { id: '2', title: 'Clean up' },
  { id: 'T_3', title: 'Last' },
]

const found = (...texts: string[]): string[] => [
  ...matchParts(
    parts,
    texts.map((text) => ({ text, status: 'completed' })),
  ).keys(),
]

it.each([
  ['1a', '1a'],
  ['1a Write tests first', '1a'],
  ['1a: whatever', '1a'],
  ['1a. Write', '1a'],
  ['  [1a] Write', '1a'],
  ['**1a** – Write', '1a'],
  ['`1.1`: Twice', '1.1'],
  ['(T_3) the last one', 'T_3'],
  ['Write the tests', '1a'],
  ['Implement it', '1b'],
  // A number alone may be the number of a list.
  ['2. Clean up', '2'],
  ['2', undefined],
  ['2. Run the tests', undefined],
  ['1. Write the tests', undefined],
  ['1', undefined],
  ['1ab Write', undefined],
  ['1a.2 Write', undefined],
  ['1a-Write', undefined],
  ['1A Write', undefined],
  ['Do 1a', undefined],
  ['Phase 1a', undefined],
  ['write the tests', undefined],
  ['Write the tests now', undefined],
  // Two subtasks have this title.
  ['Twice', undefined],
  ['', undefined],
  ['[[[', undefined],
])('matches %j with %j', (text, id) => {
  expect(found(text)).toEqual(id === undefined ? [] : [id])
})

it('reads the status of each subtask, and counts several items of one as one', () => {
  const items: [string, TodoItem['status']][] = [
    ['1a Write', 'completed'],
    ['1a Run', 'completed'],
    ['1b Write', 'completed'],
    ['1b Run', 'pending'],
    ['1.1', 'running'],
    ['1.2', 'pending'],
    ['Look around', 'completed'],
  ]
  const statuses = matchParts(
    parts,
    items.map(([text, status]) => ({ text, status })),
  )
  expect([...statuses]).toEqual([
    ['1a', 'completed'],
    ['1b', 'running'],
    ['1.1', 'running'],
  ])
})
