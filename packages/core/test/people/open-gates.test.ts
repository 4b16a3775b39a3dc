import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { statuses } from '../run-plan.ts'
import {
  type Asked,
  asked,
  type Death,
  type End,
  free,
  type Game,
  type Moment,
  type Move,
  playThreeGates,
  threeGatesPlan,
} from './three-gates.ts'
import { runsOf } from '../../../../test/fixtures/runs-of.ts'
import { isLong } from '../../../../test/fixtures/is-long.ts'

const orders = asked.flatMap((first) =>
  asked
    .filter((id) => id !== first)
    .map((second): Asked[] => [first, second, asked.find((id) => id !== first && id !== second)!]),
)

/** Sessions end in the order of their starts; when none is left, the next gate is answered in this order. */
const inOrder = (order: readonly Asked[], quiet: (moment: Moment) => void = () => {}): Game => {
  let moves: Move[] = []
  return {
    offer: (move) => moves.push(move),
    play(moment) {
      const ends = moves.filter(({ kind }) => kind === 'session')
      if (ends.length > 0) {
        moves = moves.filter(({ kind }) => kind !== 'session')
        for (const end of ends) end.make()
        return
      }
      quiet(moment)
      const id = order.find((next) => moment.open.includes(next))
      expect(id, `nothing moves: ${JSON.stringify(statuses(moment.report))}`).toBeDefined()
      // The last one is of the process that survives.
      moves.findLast(({ phaseId }) => phaseId === id)?.make()
    },
  }
}

/** The number of moves before the run reacts: several go into one group of the journal. */
const stride = fc.integer({ min: 1, max: 3 })

/**
 * The scheduler chooses which session ends next, and which answer arrives next.
 *
 * No gate is answered before `least` gates have opened. With an order, each answer follows the earlier ones.
 */
const scheduled = (
  s: fc.Scheduler,
  most: number,
  order?: readonly Asked[],
  least: number = asked.length,
): Game => {
  let kept: Move[] = []
  const opened = new Set<string>()
  const schedule = (move: Move): void => {
    void s.schedule(Promise.resolve(), move.label).then(move.make)
  }
  return {
    offer: (move) => (move.kind === 'answer' ? kept.push(move) : schedule(move)),
    async play({ report, open }) {
      for (const id of open) opened.add(id)
      const next = order?.find((id) => open.includes(id))
      const mayAnswer = ({ phaseId }: Move): boolean => next === undefined || phaseId === next
      if (opened.size >= least) {
        for (const move of kept.filter(mayAnswer)) schedule(move)
        kept = kept.filter((move) => !mayAnswer(move))
      }
      if (s.count() === 0) expect.fail(`nothing moves: ${JSON.stringify(statuses(report))}`)
      await s.waitNext(Math.min(most, s.count()))
    },
  }
}

const completed = ({ report }: Moment): string[] =>
  report.phases.filter(({ status }) => status === 'completed').map(({ id }) => id)

/** The expected state after the first `answered` gates of an order, once nothing moves. */
const due = (order: readonly Asked[], answered: number): string[] => [
  ...free,
  ...order.slice(0, answered).flatMap((id) => [id, `after-${id}`]),
]

/** Returns the phases in the order of their first answers. */
const resolved = ({ events }: End): (string | undefined)[] => [
  ...new Set(events.filter(({ type }) => type === 'gate_resolved').map(({ phaseId }) => phaseId)),
]

/** The end of an undisturbed run, which every other run must reach. */
const usual = playThreeGates(inOrder(asked)).then(({ same }) => same)

const when = fc.constantFrom('before' as const, 'after' as const)
const death = (min: number): fc.Arbitrary<Death> => fc.record({ records: fc.integer({ min, max: 45 }), when })
const deaths = fc.oneof(
  fc.constant<Death[]>([]),
  // The first record creates the run, and the second one starts it: before that, there is nothing to resume.
  fc.tuple(death(2), fc.array(death(0), { maxLength: 3 })).map(([first, more]): Death[] => [first, ...more]),
)

describe('three gates that are open at once', () => {
  it('are of three kinds, and block only dependent phases', async () => {
    const seen: unknown[] = []
    const end = await playThreeGates(
      inOrder(asked, ({ run, report }) => {
        if (seen.length > 0) return
        seen.push(...run.gates().map(({ kind, blocker, phaseIds }) => [kind, blocker, phaseIds]))
        expect(statuses(report)).toEqual({
          ...Object.fromEntries(threeGatesPlan.phases.map(({ id }) => [id, 'pending'])),
          risky: 'checkpoint',
          stuck: 'waiting',
          judged: 'waiting',
          ...Object.fromEntries(free.map((id) => [id, 'completed'])),
        })
      }),
    )
    expect(seen).toHaveLength(3)
    expect(seen).toEqual(
      expect.arrayContaining([
        ['checkpoint', undefined, ['risky']],
        ['blocker', 'permission', ['stuck']],
        ['blocker', 'needs_judgment', ['judged']],
      ]),
    )
    expect(end.report.status).toBe('completed')
    expect(JSON.parse(end.same)).toMatchObject({
      commits: threeGatesPlan.phases.length,
      published: true,
    })
    expect(resolved(end)).toEqual(asked)
  })

  it.each(orders)('answered alone, each unblocks only its dependants: %s, %s, %s', async (...order) => {
    const stages: string[][] = []
    const end = await playThreeGates(
      inOrder(order, (moment) => {
        expect(moment.open.toSorted()).toEqual(order.slice(stages.length).sort())
        stages.push(completed(moment).sort())
      }),
    )
    expect(stages).toEqual([0, 1, 2].map((answered) => due(order, answered).sort()))
    expect(resolved(end)).toEqual(order)
    expect(end.same).toBe(await usual)
  })

  it.each(orders)('answered only between two processes: %s, %s, %s', async (...order) => {
    const end = await playThreeGates({
      ...inOrder(order),
      unattended: (open) => order.find((id) => open.includes(id))!,
    })
    expect(end.processes).toBe(4)
    expect(resolved(end)).toEqual(order)
    expect(end.same).toBe(await usual)
  })

  it.each(['before', 'after'] as const)('with a death %s every record', async (at) => {
    const whole = await playThreeGates(inOrder(asked))
    const total = (await whole.host.store.load(whole.report.runId)).length
    for (let records = 2; records < total; records += isLong ? 1 : 7) {
      const end = await playThreeGates({ ...inOrder(asked), deaths: [{ records, when: at }] })
      expect([records, end.processes]).toEqual([records, 2])
      expect(end.same, `${at} record ${records}`).toBe(await usual)
      expect(resolved(end)).toEqual(asked)
    }
  })

  it('in any order, with deaths at any records, attended or not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...orders), deaths, fc.boolean(), async (order, list, unattended) => {
        const end = await playThreeGates({
          ...inOrder(order),
          ...(unattended && { unattended: (open: Asked[]) => order.find((id) => open.includes(id))! }),
          deaths: list,
        })
        expect(resolved(end)).toEqual(order)
        expect(end.same).toBe(await usual)
      }),
      { numRuns: runsOf(40) },
    )
  })

  it.each(orders)('while other sessions end, with deaths at any records: %s, %s, %s', async (...order) => {
    const game = fc.tuple(fc.scheduler(), stride, deaths)
    await fc.assert(
      fc.asyncProperty(game, async ([s, most, list]) => {
        const end = await playThreeGates({ ...scheduled(s, most, order), deaths: list })
        expect(resolved(end)).toEqual(order)
        expect(end.same).toBe(await usual)
      }),
      { numRuns: runsOf(15) },
    )
  })

  it('in any order of ends and answers, with deaths at any records', async () => {
    const game = fc.tuple(fc.scheduler(), stride, deaths)
    await fc.assert(
      fc.asyncProperty(game, fc.constantFrom(asked.length, 1), async ([s, most, list], least) => {
        const end = await playThreeGates({ ...scheduled(s, most, undefined, least), deaths: list })
        expect(resolved(end).toSorted()).toEqual(asked.toSorted())
        expect(end.same).toBe(await usual)
      }),
      { numRuns: runsOf(70) },
    )
  })
})
