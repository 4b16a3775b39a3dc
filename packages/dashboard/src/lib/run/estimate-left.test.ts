import { expect, it } from 'vitest'
import { type EstimatedRun, estimateLeft } from './estimate-left.ts'

const minute = 60_000
const run = (...phases: [id: string, status: string, minutes: number, after?: string][]): EstimatedRun =>
  ({
    plan: { phases: phases.map(([id, , , after]) => ({ id, dependsOn: after ? [after] : [] })) },
    phases: new Map(phases.map(([id, status, minutes]) => [id, { status, durationMs: minutes * minute }])),
  }) as EstimatedRun

it('takes the mean of completed phases for those that are left, as many at once as before', () => {
  const wide = run(['a', 'completed', 4], ['b', 'completed', 4], ['c', 'pending', 0], ['d', 'pending', 0])
  expect(estimateLeft(wide, 4 * minute)).toBe(4 * minute)
  expect(estimateLeft(wide, 8 * minute)).toBe(8 * minute)
})

it('is at least the longest chain, without the time that running phases took', () => {
  const chain = run(
    ...[['a', 'completed', 4] as [string, string, number], ['b', 'completed', 4] as [string, string, number]],
    ['d', 'pending', 0, 'c'],
    ['c', 'running', 1],
  )
  expect(estimateLeft(chain, 3 * minute)).toBe(7 * minute)
})

it('is unknown before two phases are completed, and at the end', () => {
  expect(estimateLeft(run(['a', 'completed', 4], ['b', 'running', 1]), minute)).toBeUndefined()
  expect(estimateLeft(run(['a', 'completed', 4], ['b', 'completed', 4]), minute)).toBeUndefined()
})
