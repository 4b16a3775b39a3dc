import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runInVirtualTime } from './makespan/run-in-virtual-time.ts'
import { type Schedule, simulate, type TimedPhase } from './makespan/simulate.ts'
import { isLong } from '../../../test/fixtures/is-long.ts'

/** `npm run test:long` tries 1,000; a mutation run, which restarts for each mutant, fewer. */
const graphs = Number(process.env.MAKESPAN_GRAPHS ?? (isLong ? 1_000 : 25))

const work = (id: string, duration: number, dependsOn: string[] = []): TimedPhase => ({
  id,
  dependsOn,
  files: [],
  duration,
  done: false,
})

interface World {
  phases: TimedPhase[]
  schedule: Schedule
}

/** Mostly short durations, some long ones, and many ties. */
const duration = fc.constantFrom(
  0,
  1,
  2,
  2,
  3,
  3,
  5,
  5,
  5,
  8,
  8,
  8,
  13,
  13,
  20,
  20,
  34,
  55,
  90,
  150,
  400,
  1_000,
)

const world: fc.Arbitrary<World> = fc.integer({ min: 1, max: 40 }).chain((size) => {
  const each = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { minLength: size, maxLength: size })
  return fc
    .record({
      order: fc.shuffledSubarray([...Array(size).keys()], { minLength: size, maxLength: size }),
      edges: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: size * 2 }),
      durations: each(duration),
      estimates: fc.oneof(
        fc.constant([]),
        each(fc.integer({ min: 0, max: 9 })),
        each(fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined })),
      ),
      files: fc.oneof(fc.constant([]), each(fc.subarray(['a', 'b', 'c', 'd', 'e'], { maxLength: 2 }))),
      // Done phases build on done phases: they are a prefix of the order.
      done: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(size) }),
      schedule: fc.record({
        concurrency: fc.integer({ min: 1, max: 8 }),
        order: fc.constantFrom('dataflow', 'dataflow', 'dataflow', 'batches'),
      }),
    })
    .map(({ order, edges, durations, estimates, files, done, schedule }) => ({
      schedule,
      phases: order.map((number): TimedPhase => {
        const dependsOn = edges.filter(([from, to]) => from === number && to < number)
        const estimate = estimates[number]
        return {
          id: `p${number}`,
          dependsOn: [...new Set(dependsOn.map(([, to]) => `p${to}`))],
          files: files[number] ?? [],
          duration: durations[number]!,
          done: number < done,
          ...(estimate === undefined ? {} : { estimate }),
        }
      }),
    }))
})

describe('makespan', () => {
  it('equals that of an independent simulator, to the millisecond, as does every start', async () => {
    let seen = 0
    await fc.assert(
      fc.asyncProperty(world, async ({ phases, schedule }) => {
        seen++
        const { status, ...run } = await runInVirtualTime(phases, schedule)
        expect(status).toBe('completed')
        expect(run).toEqual(simulate(phases, schedule))
      }),
      { numRuns: graphs },
    )
    expect(seen).toBeGreaterThanOrEqual(graphs)
  }, 600_000)

  it('of two crossed chains is at most 1.05 times the ideal', async () => {
    const phases = [work('p0', 20), work('p1', 200, ['p0']), work('p2', 200), work('p3', 20, ['p2'])]
    const { status, makespan } = await runInVirtualTime(phases, { concurrency: 2, order: 'dataflow' })
    expect(status).toBe('completed')
    expect(makespan).toBeLessThanOrEqual(220 * 1.05)
    const layered = await runInVirtualTime(phases, { concurrency: 2, order: 'batches' })
    expect(layered.makespan).toBe(400)
  })
})
