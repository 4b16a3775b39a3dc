import { expect, it } from 'vitest'
import { estimateFrom, estimateRun } from './estimate-run.ts'

type Role = 'developer' | 'reviewer'

/** A run with one session for each phase, and one review if `review` is given. */
const run = (
  tokens: number | undefined,
  usd: number | null,
  phases: [string, number?][],
  review?: number,
) => {
  const session = (role: Role, inputTokens: number | undefined) => ({
    ...{ role, usd },
    ...(inputTokens !== undefined && { inputTokens }),
  })
  const sessions = [
    ...phases.map(() => session('developer', tokens)),
    ...(review === undefined ? [] : [session('reviewer', review)]),
  ]
  return {
    phases: phases.map(([status, durationMs]) => ({
      status,
      ...(durationMs !== undefined && { durationMs }),
    })),
    sessions,
  } as never
}

const work = { agentPhases: 3, rounds: 2, without: [] }

it('multiplies the lowest and the highest averages of a phase in one run', () => {
  const runs = [
    run(1_000, 1, [['completed', 5_000], ['failed']]),
    run(8_000, 4, [
      ['completed', 10_000],
      ['completed', 20_000],
    ]),
  ]
  expect(estimateFrom(runs, work)).toEqual({
    cost: {
      ...{ runs: 2, phases: 3, tokens: { least: 6_000, most: 24_000 }, usd: { least: 6, most: 12 } },
      roles: [{ role: 'developer', share: 1 }],
    },
    time: { runs: 2, phases: 3, leastMs: 10_000, mostMs: 30_000 },
  })
  expect(estimateFrom([...runs, run(2_000, null, [['completed']])], work).cost).toMatchObject({
    ...{ runs: 3, phases: 4, usd: null },
  })
  const none = { cost: null, time: null }
  expect(estimateFrom([run(1_000, 1, [['failed']])], work)).toEqual(none)
  expect(estimateFrom([run(undefined, 1, [['completed']])], work)).toEqual(none)
})

it('leaves out the roles that the run does not have', () => {
  const runs = [run(3_000, 1, [['completed']], 1_000)]
  expect(estimateFrom(runs, work).cost).toMatchObject({
    tokens: { least: 12_000 },
    roles: [
      { role: 'developer', share: 0.75 },
      { role: 'reviewer', share: 0.25 },
    ],
  })
  expect(estimateFrom(runs, { ...work, without: ['reviewer'] }).cost).toMatchObject({
    ...{ tokens: { least: 9_000 }, roles: [{ role: 'developer' }] },
  })
})

it('uses runs without agents for the time of a run without agents, and no others', () => {
  const commands = { phases: [{ status: 'completed', durationMs: 100 }] } as never
  const runs = [commands, run(1_000, 1, [['completed', 50_000]])]
  expect(estimateFrom(runs, { ...work, agentPhases: 0 })).toEqual({
    ...{ cost: null, time: { runs: 1, phases: 1, leastMs: 200, mostMs: 200 } },
  })
})

it('skips runs that cannot be read', async () => {
  const store = { list: async () => [{ runId: 'r1', updatedAt: 0, locked: false }], load: async () => [] }
  const clock = { now: () => 0, wait: () => new Promise<void>(() => {}) }
  expect(await estimateRun({ store, clock } as never, work)).toEqual({ cost: null, time: null })
})
