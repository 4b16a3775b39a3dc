import type { RunStoreV1 } from '@amelia/core'
import { afterAll, describe, expect, it } from 'vitest'
import { checkDisk } from './check-disk.ts'
import { createRandom, type Random } from './create-random.ts'
import { takeOver } from './take-over.ts'
import type { DiskHook } from './disk-files.ts'
import { copyFacts, createDiskWorld, type DiskProcess, type DiskWorld, storeOn } from './disk-world.ts'
import type { SimulatedDisk } from './simulated-disk.ts'

/** Number of random histories. `npm run test:durability` runs many more. */
const seeds = Number(process.env['DISK_SEEDS'] ?? 4)
/** Number of states per moment that are checked in fixed histories. */
const statesOfMoment = seeds > 100 ? 256 : 16
const timeout = 60_000 + seeds * 10_000

let states = 0
afterAll(() => console.log(`disk states ${states}`))

/** Cuts the power before each operation and checks the possible states; at most this many each time. */
const cutPower =
  (random: Random, limit: number) =>
  async ({ disk, facts }: DiskWorld): Promise<void> => {
    // The process may also die without a power failure.
    for (const left of [disk.copy(), ...disk.statesAfterCrash(random, limit)]) {
      states++
      await checkDisk(left, facts)
    }
  }

/** The same, with a second power failure while the next process acquires the run from one of the states. */
const cutPowerTwice = (random: Random, limit: number, share: number) => {
  const cutOnce = cutPower(random, limit)
  return async (world: DiskWorld): Promise<void> => {
    await cutOnce(world)
    if (!random.chance(share)) return
    const disk = world.disk.copy()
    if (random.chance(0.5)) disk.crash(random)
    const start = { disk, facts: copyFacts(world.facts) }
    const { process, bury, run } = createDiskWorld({ random, start, beforeStep: cutPower(random, 3) })
    for (const pid of [1, 2, 3, 4]) bury(pid)
    const next = process(50)
    await run(next.take())
    await run(next.append([1, 600]))
    await run(next.acknowledge())
  }
}

/** An observer without faults. */
const readerOf = (disk: SimulatedDisk): RunStoreV1 => storeOn(disk, 9, undefined, () => true, 'reader')

type History = (world: DiskWorld) => Promise<void>

const histories: Record<string, History> = {
  'groups of records, in sectors and across them': async ({ process, run }) => {
    const one = process(1)
    await run(one.take())
    for (const sizes of [[1], [1, 2], [300, 400, 500], [1]]) await run(one.append(sizes))
    await run(one.release())
  },
  'one holder after the other': async ({ process, run }) => {
    for (const pid of [1, 2, 3]) {
      const holder = process(pid)
      await run(holder.take())
      await run(holder.append([1, 20]))
      await run(holder.release())
    }
  },
  'a holder that is taken over from in the middle of a write': async ({ process, run, bury, facts }) => {
    const [one, two] = [process(1), process(2)]
    await run(one.take())
    await run(one.append([1]))
    bury(1)
    await run(one.append([1, 1]), two.take())
    await run(one.append([1]), two.append([1]))
    expect(facts.kept.length).toBeGreaterThan(1)
  },
  'commands and what becomes of them': async ({ process, run }) => {
    const [one, two] = [process(1), process(2)]
    await run(one.take())
    await run(two.send(), one.append([1]))
    await run(two.send(), one.acknowledge())
    await run(one.acknowledge())
    await run(one.release())
  },
}

/** Random actions of processes: acquire the run, die, appear dead, and wake up again. */
const randomHistory = async (world: DiskWorld, random: Random): Promise<void> => {
  const { process, run, bury, kill } = world
  let pid = 1
  let holder = process(pid)
  let late: DiskProcess | undefined
  const sizes = (): number[] =>
    Array.from({ length: 1 + random.below(3) }, () => random.pick([1, 10, 300, 700]))
  const take = async (): Promise<void> => {
    holder = process(++pid)
    await run(holder.take())
  }
  await run(holder.take())
  for (let step = 0; step < 8; step++) {
    const others = random.chance(0.5) && late ? [late.append(sizes())] : []
    const what = random.below(8)
    if (what <= 2) await run(holder.append(sizes()), ...others)
    else if (what === 3) await run(holder.send(), holder.append(sizes()), ...others)
    else if (what === 4) await run(holder.acknowledge(), ...others)
    else if (what === 5) {
      await run(holder.release(), ...others)
      await take()
    } else if (what === 6) {
      bury(pid)
      late = holder
      const next = process(++pid)
      await run(late.append(sizes()), next.take())
      holder = next
    } else {
      const work = run(holder.append(sizes()), ...others)
      setImmediate(() => kill(holder.pid))
      await work
      await take()
    }
  }
}

describe('fault 61: the states after a power failure', () => {
  for (const [name, history] of Object.entries(histories)) {
    it(
      name,
      async () => {
        const random = createRandom(1)
        const beforeStep = cutPowerTwice(random, statesOfMoment, 0.02)
        await history(createDiskWorld({ random, beforeStep }))
      },
      timeout,
    )
  }

  it('records that an observer has read survive, whether the writer has synced them or not', async () => {
    const random = createRandom(2)
    let read = 0
    const readAndCut = async ({ disk, facts }: DiskWorld): Promise<void> => {
      if (!facts.made) return
      const seen = disk.copy()
      const found = await readerOf(seen).load('r1')
      read = Math.max(read, found.length - facts.kept.length)
      for (const left of seen.statesAfterCrash(random, statesOfMoment)) {
        const kept = await readerOf(left).load('r1')
        expect(kept.slice(0, found.length)).toEqual(found)
      }
    }
    const { process, run } = createDiskWorld({ random, beforeStep: readAndCut })
    const one = process(1)
    await run(one.take())
    for (const sizes of [[1], [300, 400, 500], [1]]) await run(one.append(sizes))
    expect(read).toBe(3)
  })

  it(
    `of ${seeds} histories by chance`,
    async () => {
      for (let seed = 1; seed <= seeds; seed++) {
        const random = createRandom(seed)
        const world = createDiskWorld({ random, beforeStep: cutPowerTwice(random, 2, 0.01) })
        await randomHistory(world, random).catch((error: unknown) => {
          throw new Error(`seed ${seed}`, { cause: error })
        })
      }
    },
    timeout,
  )
})

describe('fault 58: the states after failed disk operations', () => {
  it('records that an observer has read survive, even if an earlier sync lost them', async () => {
    const random = createRandom(3)
    const { disk } = createDiskWorld({ random })
    let syncs = 0
    const hook: DiskHook = async ({ name }) =>
      name === 'datasync' && ++syncs === 3 ? { code: 'EIO' } : undefined
    const lease = await storeOn(disk, 1, hook, () => true, 'writer').acquire('r1')
    await lease.append([{ seq: 1, value: 'kept' }])
    await lease.append([{ seq: 2, value: 'kept too' }])
    await expect(lease.append([{ seq: 3, value: 'lost' }])).rejects.toThrow('EIO')
    const found = await readerOf(disk).load('r1')
    expect(found.map(({ value }) => value)).toEqual(['kept', 'kept too'])
    for (const left of disk.statesAfterCrash(random, 64)) {
      const kept = await readerOf(left).load('r1')
      expect(kept.slice(0, 2)).toEqual(found)
    }
  })

  it(
    `of ${seeds} histories by chance`,
    async () => {
      for (let seed = 1; seed <= seeds; seed++) {
        const random = createRandom(1_000_000 + seed)
        const world = createDiskWorld({ random, beforeStep: cutPower(random, 2), faults: 0.05 })
        await randomHistory(world, random).catch((error: unknown) => {
          throw new Error(`seed ${1_000_000 + seed}`, { cause: error })
        })
      }
    },
    timeout,
  )
})

it('fault 65: an owner that is suspended at any moment of a write, and replaced at any moment', async () => {
  let schedules = 0
  for (let sleeps = 0; ; sleeps++) {
    let slept = false
    for (let waits = 0; ; waits++) {
      const reached = await takeOver(sleeps, waits)
      schedules++
      slept ||= reached.slept
      if (!reached.slept || !reached.waited) break
    }
    if (!slept) break
  }
  expect(schedules).toBeGreaterThan(150)
})
