import { expect, it } from 'vitest'
import * as machine from '../../src/machine.ts'
import * as plugin from '../../src/plugin.ts'
import * as programs from '../../src/index.ts'

/** Lists what a caller could change, in objects, lists and what they contain. */
const findOpen = (value: unknown, path: string, seen = new Set<unknown>()): string[] => {
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  // An instance of a class has methods that change it, if at all.
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && !Array.isArray(value)) return []
  return [
    ...(Object.isFrozen(value) ? [] : [path]),
    ...Object.entries(value).flatMap(([key, item]) => findOpen(item, `${path}.${key}`, seen)),
  ]
}

it.each(Object.entries({ programs, plugin, machine }))(
  'no caller can change a constant of the door for %s, which the engine reads',
  (_, door) => {
    expect(Object.entries(door).flatMap(([name, value]) => findOpen(value, name))).toEqual([])
  },
)
