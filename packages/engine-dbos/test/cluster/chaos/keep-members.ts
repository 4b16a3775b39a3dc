import { setTimeout as wait } from 'node:timers/promises'
import type { ClusterUnderTest, Member } from '../cluster-under-test.ts'
import { until } from '../until.ts'

/** The processes of a run, each replaced after its end as a supervisor does. */
export interface Members {
  /** Returns one of the workers that are registered and alive, once there is one. */
  worker(): Promise<Member>
  /** Returns all of these, once there is one. */
  workers(): Promise<Member[]>
  /** Returns the process that has the lease of the run, once there is one. */
  leader(): Promise<Member>
  /** Waits until a lease has ended, and another process than its owner coordinates the run. */
  takeOver(from: Member): Promise<void>
  /** Whether the run has ended. */
  isOver(): boolean
  /** Exits that no fault explains. */
  readonly unexplained: string[]
  /** The last lines of all processes. */
  outputs(): string
  stop(): void
}

export interface MembersOptions {
  cluster: ClusterUnderTest
  workers: number
  /** Outputs of coordinators that exit without an effect on the run, in addition to the usual ones. */
  explained?: RegExp
  random(): number
  note(text: string): void
}

const shiftClock = new URL('../shift-clock.mjs', import.meta.url).href

/** Reads the id of a worker's process, which it changes once it is lost. */
export const workerId = (member: Member): string | undefined => {
  const [started] =
    member
      .output()
      .match(/"worker_started","worker":"[^"]*/g)
      ?.slice(-1) ?? []
  return started?.slice(started.lastIndexOf('"') + 1)
}

/** Starts a coordinator and workers, and starts others after their ends until the run is over. */
export const keepMembers = (options: MembersOptions): Members => {
  const { cluster, workers, random, note, explained = /^\b$/ } = options
  const all: Member[] = []
  const working = new Set<Member>()
  const coordinating = new Set<Member>()
  const unexplained: string[] = []
  let isStopped = false
  let isOver = false
  const isNeeded = (): boolean => !isStopped && !isOver
  const tail = ({ name, output }: Member, lines: number): string =>
    `${name}: ${output().trimEnd().split('\n').slice(-lines).join('\n')}`
  /** Follows a process to its end. Returns the exit code, or null after a signal. */
  const follow = async (member: Member, group: Set<Member>, usual: RegExp): Promise<number | null> => {
    all.push(member)
    group.add(member)
    note(`started ${member.name}`)
    const { code, output } = await member.ended
    group.delete(member)
    note(`${tail(member, 2)} (exit ${code})`)
    // A coordinator whose run is cancelled exits with 130.
    if (
      isNeeded() &&
      code !== null &&
      code !== 0 &&
      code !== 130 &&
      !usual.test(output) &&
      !explained.test(output)
    )
      unexplained.push(`${tail(member, 12)} (exit ${code})`)
    return code
  }
  /** The clock of each machine is wrong, by up to ten minutes. */
  const wrongClock = (): Record<string, string> => ({
    NODE_OPTIONS: `--import=${shiftClock}`,
    CLOCK_SHIFT_MS: String(Math.round((random() * 2 - 1) * 600_000)),
  })
  // Six sessions wait for their permission. A doubled dispatch needs a place beside them, of two workers.
  const work = async (): Promise<void> => {
    while (isNeeded()) {
      await follow(await cluster.worker(['--sessions', '4'], wrongClock()), working, /STORE_FAILED/)
      await wait(100)
    }
  }
  const coordinate = async (): Promise<void> => {
    const member = await cluster.coordinate([], wrongClock())
    const code = await follow(member, coordinating, /RUN_LOCKED|LEASE_LOST|STORE_FAILED/)
    if (code === 0) isOver = true
    await wait(100)
    if (isNeeded() && coordinating.size === 0) await coordinate()
  }
  const failed = (error: unknown): void => {
    if (isNeeded()) unexplained.push(String(error))
  }
  for (let count = 0; count < workers; count += 1) void work().catch(failed)
  void coordinate().catch(failed)
  const findWorkers = async (): Promise<Member[]> => {
    const rows = await cluster.rows(
      'SELECT id::text AS id FROM amelia.worker WHERE NOT dead AND NOT draining',
    )
    return [...working].filter((member) => member.isAlive() && rows.some(({ id }) => id === workerId(member)))
  }
  const findWorker = async (): Promise<Member | undefined> => {
    const found = await findWorkers()
    return found[Math.floor(random() * found.length)]
  }
  const findLeader = async (): Promise<Member | undefined> => {
    const [row] = await cluster.rows(
      'SELECT owner FROM amelia.run WHERE holder IS NOT NULL AND expires > clock_timestamp()',
    )
    return [...coordinating].find(({ isAlive, owner }) => isAlive() && row?.['owner'] === owner)
  }
  // The database may be restarting.
  const quietly = <Found>(find: () => Promise<Found>) => find().catch(() => undefined)
  return {
    unexplained,
    isOver: () => isOver,
    worker: () => until('a worker is registered', () => quietly(findWorker)),
    workers: () =>
      until('a worker is registered', async () => {
        const found = (await quietly(findWorkers)) ?? []
        return found.length > 0 && found
      }),
    leader: () => until('a process coordinates the run', () => quietly(findLeader)),
    async takeOver(from) {
      await until('the lease ends', async () => (await findLeader()) !== from)
      void coordinate().catch(failed)
      await until('another process coordinates the run', async () => {
        const leader = await findLeader()
        return leader !== undefined && leader !== from
      })
    },
    outputs: () => all.map((member) => `--- ${tail(member, 40)}`).join('\n'),
    stop() {
      isStopped = true
    },
  }
}
