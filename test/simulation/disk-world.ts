import { AmeliaError, type JournalRecord, type RunLease, type RunStoreV1 } from '@amelia/core/plugin'
import { fileStore } from '@amelia/node'
import type { DiskFault, DiskHook } from './disk-files.ts'
import type { Random } from './create-random.ts'
import { createSimulatedDisk, type SimulatedDisk } from './simulated-disk.ts'

/** The acknowledged and the attempted records of the run `r1`. */
export interface Facts {
  /** Whether any process ever acquired the run. */
  made: boolean
  /** Each record that was acknowledged, or that an owner found and continued from. */
  kept: string[]
  /** All attempts to write record 1, 2, ... */
  tried: Set<string>[]
  commands: Map<string, string>
  outcomes: Map<string, unknown>
  triedOutcomes: Map<string, Set<unknown>>
}

/** A process that works on the run. */
export interface DiskProcess {
  pid: number
  store: RunStoreV1
  /** Acquires the run and reads its records. Returns false if this is refused or fails. */
  take(): Promise<boolean>
  /** Writes a group of records of these lengths in characters. Returns false if this is refused. */
  append(sizes: readonly number[]): Promise<boolean>
  send(): Promise<void>
  /** Records the outcomes of open commands. */
  acknowledge(): Promise<void>
  release(): Promise<void>
}

/** Processes on one disk. One operation happens at a time; the seed determines its process. */
export interface DiskWorld {
  disk: SimulatedDisk
  facts: Facts
  process(pid: number): DiskProcess
  /** Makes the process appear dead to others, whether it is or not. */
  bury(pid: number): void
  /** Ends the process: its current operation never completes. */
  kill(pid: number): void
  /** Runs the tasks to their end. */
  run(...tasks: Promise<unknown>[]): Promise<void>
}

export interface DiskWorldOptions {
  random: Random
  /** State left by earlier processes, with their acknowledged records. Default: an empty disk. */
  start?: { disk: SimulatedDisk; facts: Facts }
  /** Called before each operation, while nothing else runs. */
  beforeStep?: (world: DiskWorld) => Promise<void>
  /** Probability of a fault per operation. Default: 0. */
  faults?: number
}

interface Waiting {
  pid: number
  go(fault: DiskFault | undefined): void
  writes: boolean
}

const quiet = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const emptyDisk = (): { disk: SimulatedDisk; facts: Facts } => ({
  disk: createSimulatedDisk('/repository/.git', () => Date.UTC(2026, 0, 1)),
  facts: {
    made: false,
    kept: [],
    tried: [],
    commands: new Map(),
    outcomes: new Map(),
    triedOutcomes: new Map(),
  },
})

/** The records acknowledged so far: later ones do not change this. */
export const copyFacts = ({ made, kept, tried, commands, outcomes, triedOutcomes }: Facts): Facts => ({
  made,
  kept: [...kept],
  tried: tried.map((some) => new Set(some)),
  commands: new Map(commands),
  outcomes: new Map(outcomes),
  triedOutcomes: new Map([...triedOutcomes].map(([id, some]) => [id, new Set(some)])),
})

export const createDiskWorld = (options: DiskWorldOptions): DiskWorld => {
  const { random, beforeStep, faults = 0, start = emptyDisk() } = options
  const { disk, facts } = start
  const ready: Waiting[] = []
  const deaths = new Map<number, () => void>()
  const killed = new Set<number>()
  const buried = new Set<number>()
  let made = 0

  const hookOf =
    (pid: number): DiskHook =>
    ({ name }) =>
      new Promise((go) => {
        if (!killed.has(pid)) ready.push({ pid, go, writes: name === 'write' })
      })
  const drawFault = ({ writes }: Waiting): DiskFault | undefined => {
    if (!random.chance(faults)) return undefined
    const code = random.pick(['ENOSPC', 'EIO', 'EMFILE', 'EROFS'])
    return writes ? { code, written: random.below(100) } : { code }
  }

  const world: DiskWorld = {
    disk,
    facts,
    process: (pid) =>
      createProcess({
        pid,
        facts,
        random,
        died: new Promise((resolve) => deaths.set(pid, () => resolve(false))),
        mark: () => `${pid}.${++made}`,
        store: storeOn(disk, pid, hookOf(pid), (other) => !buried.has(other), `w${pid}`),
      }),
    bury: (pid) => void buried.add(pid),
    kill(pid) {
      killed.add(pid)
      buried.add(pid)
      for (let at = ready.length - 1; at >= 0; at--) if (ready[at]?.pid === pid) ready.splice(at, 1)
      deaths.get(pid)?.()
    },
    async run(...tasks) {
      let done = false
      const all = Promise.all(tasks).finally(() => (done = true))
      // Reported below, when the loop has ended.
      all.catch(() => {})
      for (;;) {
        await quiet()
        if (done) break
        const [next] = ready.splice(random.below(ready.length), 1)
        if (next === undefined) throw new Error('nothing is left that could happen')
        await beforeStep?.(world)
        if (!killed.has(next.pid)) next.go(drawFault(next))
      }
      await all
    },
  }
  return world
}

/** Creates a store whose process has a distinct number. */
export const storeOn = (
  disk: SimulatedDisk,
  pid: number,
  hook: DiskHook | undefined,
  isAlive: (pid: number) => boolean,
  mark: string,
): RunStoreV1 => {
  let ids = 0
  return fileStore({
    dir: '/repository/.git/amelia/runs',
    files: disk.files(hook),
    now: () => Date.UTC(2026, 0, 1),
    uniqueId: () => `${mark}x${++ids}`,
    processes: {
      self: () => ({ pid, host: 'here', container: null, started: null }),
      isAlive: (other) => isAlive(other.pid),
    },
    every: () => () => {},
  })
}

interface ProcessOptions {
  pid: number
  facts: Facts
  random: Random
  /** Resolves when the process dies. */
  died: Promise<false>
  store: RunStoreV1
  mark: () => string
}

const createProcess = ({ pid, facts, random, died, store, mark }: ProcessOptions): DiskProcess => {
  let lease: RunLease | undefined
  let next = 1
  /** Errors of the store must be typed. */
  const tried = async (task: () => Promise<void>): Promise<boolean> => {
    try {
      return await Promise.race([task().then(() => true), died])
    } catch (error) {
      if (!AmeliaError.is(error)) throw error
      return false
    }
  }
  return {
    pid,
    store,
    take: () =>
      tried(async () => {
        lease = await store.acquire('r1')
        facts.made = true
        const found = await store.load('r1')
        next = found.length + 1
        facts.kept = mergeFound(facts.kept, found)
      }),
    append: (sizes) =>
      tried(async () => {
        const records = sizes.map((size, index) => ({ seq: next + index, value: mark().padEnd(size, 'ü') }))
        for (const { seq, value } of records) (facts.tried[seq] ??= new Set()).add(value)
        await lease?.append(records)
        if (lease === undefined) return
        for (const { seq, value } of records) {
          const there = facts.kept[seq - 1]
          if (there !== undefined && there !== value) throw new Error(`record ${seq} was promised twice`)
          facts.kept[seq - 1] = value
        }
        next += records.length
      }),
    async send() {
      await tried(async () => {
        const value = mark()
        facts.commands.set(await store.send('r1', value), value)
      })
    },
    async acknowledge() {
      await tried(async () => {
        const open = (await lease?.sent()) ?? []
        const [command] = open.slice(random.below(open.length))
        if (command === undefined) return
        const outcome = mark()
        const known = facts.triedOutcomes.get(command.id) ?? new Set()
        facts.triedOutcomes.set(command.id, known.add(outcome))
        await lease?.acknowledge(command.id, outcome)
        // The first one counts, because another may have been written earlier.
        facts.outcomes.set(command.id, await store.outcome('r1', command.id))
      })
    },
    release: async () => {
      await tried(async () => lease?.release())
      lease = undefined
    },
  }
}

/** An owner finds all records acknowledged earlier, and continues from them. */
const mergeFound = (kept: readonly string[], found: readonly JournalRecord[]): string[] => {
  const values = found.map(({ value }) => String(value))
  const lost = kept.findIndex((value, at) => values[at] !== value)
  if (lost !== -1) throw new Error(`record ${lost + 1} was promised, and the next holder does not find it`)
  return values.length > kept.length ? values : [...kept]
}
