import { expect, it } from 'vitest'
import type { PhaseReport } from '../../../event/report.ts'
import { phaseRange } from './phase-range.ts'

const find = (refs: Record<string, string>, attempt = 2) =>
  phaseRange(
    {
      readRef: () => Promise.resolve(null),
      listRefs: (prefix) =>
        Promise.resolve(
          new Map(
            Object.entries(refs)
              .map(([name, commit]): [string, string] => [`refs/amelia/r1/attempt/a/${name}`, commit])
              .filter(([ref]) => ref.startsWith(prefix)),
          ),
        ),
    },
    'r1',
    { id: 'a', base: 'base', attempt } as PhaseReport,
  )

it('finds the last attempt with a commit', async () => {
  expect(await find({ 1: 'one', 2: 'two' })).toEqual({ from: 'base', to: 'two', attempt: 2 })
  expect(await find({ 1: 'one' })).toEqual({ from: 'base', to: 'one', attempt: 1 })
  expect(await find({})).toBeUndefined()
})

it("finds the commit of a worker's claim, unless there are several", async () => {
  expect(await find({ '1/x': 'one', '2/y': 'two' })).toEqual({ from: 'base', to: 'two', attempt: 2 })
  expect(await find({ '1/x': 'one', '2/y': 'two', '2/z': 'three' })).toBeUndefined()
  expect(await find({ '12/x': 'twelve' }, 1)).toBeUndefined()
})
