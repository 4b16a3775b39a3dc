import { describe, expect, it } from 'vitest'
import { defineDriver, type DriverV1 } from '../../contract/driver.ts'
import { driverError } from '../../contract/driver-error.ts'
import { driverContract } from './driver-contract.ts'
import type { DriverFaults } from './driver-faults.ts'

type Session = DriverV1['runSession']

const good: Session = async (_, { signal }) => {
  signal.throwIfAborted()
  return { sessionId: `s${++sessions}`, text: 'hello', usage: { inputTokens: 4 } }
}
let sessions = 0

const until = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error)
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
const hanging: Session = (_, { signal }) => until(signal)
const nothing = async (): Promise<void> => {}

/** What a case says of a driver: the error's message, or undefined when it is content. */
const judge = async (
  name: string,
  runSession: Session,
  more: { faults?: DriverFaults; driver?: Partial<DriverV1> } = {},
): Promise<string | undefined> => {
  const driver = defineDriver({ id: 'x', provider: 'x', meters: ['tokens'], runSession, ...more.driver })
  const cases = driverContract({
    create: async () => ({ driver, close: nothing }),
    sessionTokens: 4,
    ...(more.faults ? { faults: more.faults } : {}),
  })
  const found = cases.filter((each) => each.name === name)
  expect(found).toHaveLength(1)
  expect(found[0]?.covered).toBe(true)
  return found[0]?.run().then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  )
}

const first = 'a session gives a text and what it used, and survives JSON'
const resume = 'a session goes on with an earlier one and tells only what it used itself'
const aborted = 'a session that is aborted stops, and says nothing afterwards'
const midway = 'a session that is aborted midway stops, and says nothing afterwards'

describe('a driver that keeps its promises', () => {
  it('is content with a plain one', async () => {
    const cases = driverContract({
      create: async () => ({
        driver: defineDriver({ id: 'x', provider: 'x', meters: [], runSession: good }),
        close: nothing,
      }),
    })
    for (const { covered, run } of cases) if (covered) await run()
    expect(cases.filter(({ covered }) => covered)).toHaveLength(5)
  })

  it('does nothing where a fault cannot be had, and says so', async () => {
    const cases = driverContract({ create: () => Promise.reject(new Error('not made')) })
    const [left] = cases.filter(({ covered }) => !covered)
    await expect(left?.run()).resolves.toBeUndefined()
    expect(cases.filter(({ covered }) => !covered)).toHaveLength(cases.length - 5)
  })
})

describe('a driver that breaks a promise', () => {
  const broken: [string, string, Session, { faults?: DriverFaults; driver?: Partial<DriverV1> }, RegExp][] = [
    ['has no name', 'it says who it is', good, { driver: { id: '' } }, /have a value/],
    [
      'gives what is no JSON',
      first,
      async () => ({ text: 'x', output: new Map([[1, 2]]), usage: {} }),
      {},
      /the result is the same after JSON/,
    ],
    [
      'counts what is no number',
      first,
      async () => ({ text: 'x', usage: { inputTokens: Number.NaN } }),
      {},
      /usage is a number/,
    ],
    [
      'says what is no JSON',
      first,
      async (_, { emit }) => {
        emit({ type: 'usage', usage: { usd: Number.POSITIVE_INFINITY } })
        return { text: 'x', usage: {} }
      },
      {},
      /the progress is the same after JSON/,
    ],
    [
      'lets a total shrink',
      first,
      async (_, { emit }) => {
        emit({ type: 'usage', usage: { inputTokens: 2 } })
        emit({ type: 'usage', usage: { inputTokens: 1 } })
        return { text: 'x', usage: {} }
      },
      {},
      /only grows/,
    ],
    [
      'changes its request',
      first,
      async (request) => {
        request.prompt = 'mine'
        return { text: 'x', usage: {} }
      },
      {},
      /left as it was/,
    ],
    [
      'speaks after its end',
      first,
      async (_, { emit }) => {
        queueMicrotask(() =>
          queueMicrotask(() =>
            queueMicrotask(() => queueMicrotask(() => emit({ type: 'text', text: 'late' }))),
          ),
        )
        return { text: 'x', usage: {} }
      },
      {},
      /nothing after its end.*late/,
    ],
    [
      'shares an id',
      'sessions at once do not disturb one another',
      async () => ({ sessionId: 'same', text: 'x', usage: { inputTokens: 4 } }),
      {},
      /id of its own/,
    ],
    ['tells totals', resume, totals(), {}, /goes on|tokens of a session/],
    [
      'ignores a signal that has aborted',
      'a signal that has aborted before starts nothing',
      async () => ({ text: 'x', usage: {} }),
      {},
      /reason of the signal/,
    ],
    [
      'speaks though it was aborted before',
      'a signal that has aborted before starts nothing',
      async (_, { signal, emit }) => {
        emit({ type: 'text', text: 'x' })
        return until(signal)
      },
      {},
      /what it said/,
    ],
    [
      'wraps the reason',
      aborted,
      async (_, { signal }) => {
        await until(signal).catch(() => {})
        throw driverError('cancelled')
      },
      { faults: { hang: nothing } },
      /reason of the signal/,
    ],
    ['says nothing on its way', midway, good, { faults: { begin: nothing } }, /says something/],
    [
      'finishes in spite of an abort',
      midway,
      async (_, { emit, signal }) => {
        emit({ type: 'text', text: 'x' })
        await until(signal).catch(() => {})
        return { text: 'x', usage: {} }
      },
      { faults: { begin: nothing } },
      /reason of the signal/,
    ],
    [
      'stops all for one',
      'a session that is aborted leaves the others alone',
      allForOne(),
      { faults: { hang: nothing } },
      /goes on/,
    ],
    [
      'goes on when it is closed',
      'a driver that can be closed ends its sessions',
      good,
      { driver: { close: nothing }, faults: { hang: nothing } },
      /does not end well/,
    ],
    [
      'spends without end',
      'a session ends when the tokens that it may use are used up',
      good,
      { faults: { spend: nothing } },
      /driver error/,
    ],
    [
      'loses the output',
      'an output that a schema asks for is in the result, and survives JSON',
      good,
      { faults: { answer: nothing } },
      /the output/,
    ],
    [
      'writes nothing',
      'a session that may write leaves what it wrote',
      good,
      { faults: { write: nothing } },
      /not there/,
    ],
    [
      'writes though it may only read',
      'a session that may only read changes no file',
      async ({ workspace }) => {
        await workspace.fs.writeFile('/x', 'x')
        return { text: 'x', usage: {} }
      },
      { faults: { write: nothing } },
      /as they were/,
    ],
    [
      'throws what is no driver error',
      'a failure of the class auth comes as a driver error of that class',
      async () => {
        throw new Error('401')
      },
      { faults: { fail: nothing } },
      /not Error: 401/,
    ],
    [
      'takes one class for another',
      'a failure of the class auth comes as a driver error of that class',
      async () => {
        throw driverError('permission')
      },
      { faults: { fail: nothing } },
      /the class/,
    ],
    [
      'forgets the time to wait',
      'a time to wait comes with the failure',
      async () => {
        throw driverError('rate_limited')
      },
      { faults: { limit: nothing } },
      /the failure/,
    ],
    [
      'never gets well',
      'a session after one that failed is as good as any',
      async () => {
        throw driverError('transient')
      },
      { faults: { fail: nothing } },
      /ends well, and it threw/,
    ],
  ]
  it.each(broken)('%s', async (_name, promise, runSession, more, says) => {
    expect(await judge(promise, runSession, more)).toMatch(says)
  })
})

it('has no quarrel with a driver that hangs until it is stopped', async () => {
  for (const name of [aborted, 'a session that is aborted leaves the others alone'])
    expect(await judge(name, hanging, { faults: { hang: nothing } })).toBeUndefined()
})

/** Counts everything that was ever used, as a vendor's agent may. */
function totals(): Session {
  let used = 0
  return async () => {
    used += 4
    return { sessionId: 's', text: 'x', usage: { inputTokens: used } }
  }
}

function allForOne(): Session {
  const every: (() => void)[] = []
  return (_, { signal }) =>
    new Promise((_resolve, reject) => {
      every.push(() => reject(signal.aborted ? (signal.reason as Error) : driverError('cancelled')))
      signal.addEventListener('abort', () => {
        for (const stop of every) stop()
      })
    })
}
