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
  [{ names: ['a', 'b', 'a'] }, '`names[2]` is already in the list. Leave it out.'],
  [{ items: [{ id: 'a' }, { id: 'a' }] }, '`items` has two items with the id "a". Change one of them.'],
  [{ byName: { a: 'x' } }, undefined],
  [{ byName: { 'a\u0007': 'x' } }, '`byName` has the name "a<U+0007>"; use small letters.'],
])('finds what %j breaks', (value, fault) => {
  expect(findFault('', value, rule)).toBe(fault)
})
