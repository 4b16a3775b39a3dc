import { expect, it } from 'vitest'
import { refNames } from './ref-names.ts'

it('keeps every reference of a run below its own name, and no two of a phase in each other’s way', () => {
  const names = refNames('r1')
  const all = [
    names.head,
    names.phase('a'),
    names.attempt('a', 1),
    names.attempt('a', 12),
    names.candidate('a'),
  ]
  for (const name of all) expect(name.startsWith('refs/amelia/r1/')).toBe(true)
  for (const name of all)
    for (const other of all) if (name !== other) expect(`${other}/`.startsWith(`${name}/`)).toBe(false)
})
