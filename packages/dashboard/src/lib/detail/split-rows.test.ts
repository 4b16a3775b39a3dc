import type { DiffRow } from './diff-rows.ts'
import { splitRows } from './split-rows.ts'
import { expect, it } from 'vitest'

const row = (kind: DiffRow['kind'], text: string): DiffRow => ({ kind, text })

it('puts deleted lines beside the added ones, and the same lines on both sides', () => {
  const rows = [
    row('hunk', 'Lines 1'),
    row('same', 'a'),
    ...[row('deleted', 'b'), row('deleted', 'c'), row('added', 'B')],
    row('same', 'd'),
    row('added', 'e'),
    row('note', 'No newline'),
  ]
  const shown = splitRows(rows).map(({ left, right, whole }) => whole?.text ?? [left?.text, right?.text])
  expect(shown).toEqual([
    'Lines 1',
    ['a', 'a'],
    ['b', 'B'],
    ['c', undefined],
    ['d', 'd'],
    [undefined, 'e'],
    'No newline',
  ])
})
