import { expect, it } from 'vitest'
import { checkRecords, checksum } from './check-records.ts'

const row = (seq: number, value = String(seq)) => ({
  seq,
  token: '7',
  value,
  sum: checksum('r1', seq, '7', value),
})

it('whole records are read, also after a position', () => {
  expect(checkRecords('r1', [row(1), row(2)], 2)).toEqual({
    records: [
      { seq: 1, value: 1 },
      { seq: 2, value: 2 },
    ],
    damaged: null,
    lost: 0,
  })
  expect(checkRecords('r1', [row(3)], 3, 2)).toMatchObject({ damaged: null, lost: 0 })
  expect(checkRecords('r1', [], 2, 2)).toEqual({ records: [], damaged: null, lost: 0 })
})

it.each([
  ['a changed value', [row(1), { ...row(2), value: '3' }, row(3)], 3, 2, 2],
  ['a changed token', [row(1), { ...row(2), token: '8' }], 2, 2, 1],
  ['a missing record', [row(1), row(3)], 3, 2, 2],
  ['a missing end', [row(1)], 3, 2, 2],
  ['a record that no lease has counted', [row(1), row(2)], 1, 2, 1],
  ['a record of another run', [{ ...row(1), sum: checksum('r2', 1, '7', '1') }], 1, 1, 1],
  ['no record at all', [], 2, 1, 2],
])('%s is damage', (_, rows, length, damaged, lost) => {
  const found = checkRecords('r1', rows, length)
  expect(found).toMatchObject({ damaged, lost })
  expect(found.records.length).toBe(damaged - 1)
})
