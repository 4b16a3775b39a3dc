import { expect, it } from 'vitest'
import { findFault } from './find-fault.ts'
import { aBoolean, entries, list, matching, optional, record, text } from './rule.ts'

const rule = record({
  names: optional({ ...list(text), distinct: true }),
  items: optional({ ...list(record({ id: text })), distinct: 'id' }),
  byName: optional({ ...entries(text), keys: matching(/^[a-z]+$/, 'small letters') }),
  deep: optional({ ...aBoolean, needs: { member: 'names', because: ': it has nothing to order.' } }),
})

it.each([
  [{}, undefined],
  [{ deep: true, names: [] }, undefined],
  [{ deep: false }, undefined],
  [{ deep: true }, '`deep` needs `names`: it has nothing to order.'],
  [{ names: ['a', 'b', 'a'] }, '`names[2]` is in the list twice.'],
  [{ items: [{ id: 'a' }, { id: 'a' }] }, '`items[1].id` is in the list twice.'],
  [{ byName: { a: 'x' } }, undefined],
  [{ byName: { 'a\u0007': 'x' } }, '`byName key` must be small letters; got "a\\u0007".'],
])('finds what %j breaks', (value, fault) => {
  expect(findFault('', value, rule)).toBe(fault)
})
