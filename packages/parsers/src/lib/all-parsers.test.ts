import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { allParsers } from './all-parsers.ts'
import { dialects } from './dialect/dialects.ts'
import { outlinePlan } from './outline/outline-plan.ts'

it('contains the parser of each package and of this one', () => {
  const packages = readdirSync(resolve(import.meta.dirname, '../../..')).flatMap(
    (name) => /^parser-(.+)/.exec(name)?.[1] ?? [],
  )
  const own = [...dialects(), outlinePlan()].map(({ id }) => id)
  const ids = allParsers().map(({ id }) => id)
  expect(ids.sort()).toEqual([...packages, ...own].sort())
})

it('passes options to the parsers that have them, which check their values', () => {
  const list = '1a. "A" -> type: test -> depends: []\n1b. "B" -> type: impl -> depends: [1a]\n'
  const count = (grouping: 'layers' | 'chains') =>
    allParsers({ grouping })
      .find(({ id }) => id === 'subtask-list')
      ?.parse(list).plan?.phases.length
  expect([count('layers'), count('chains')]).toEqual([2, 1])
  const tags = JSON.stringify({
    one: { tasks: [{ id: 1, title: 'A' }] },
    two: { tasks: [{ id: 1, title: 'B' }] },
  })
  const [task] = allParsers({ tag: 'two' })
    .filter(({ id }) => id === 'task-master')
    .flatMap((parser) => parser.parse(tags).plan?.phases ?? [])
  expect(task?.title).toBe('B')
  expect(() => allParsers({ grouping: 'none' as 'layers' })).toThrow(/grouping/)
})
