import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { TestServer } from '../../../../../test/fixtures/start-postgres.ts'
import type { ClusterUnderTest, Member } from '../cluster-under-test.ts'
import { until } from '../until.ts'
import { type Members, workerId } from './keep-members.ts'

/** A run that a fault hits. */
export interface Target {
  server: TestServer
  cluster: ClusterUnderTest
  members: Members
  /** Permits the session of one more phase. */
  permitOne(): void
}

/** Counts the rows that a statement changed: a fault that changes none did not occur. */
const change = async ({ cluster }: Target, what: string, text: string, values?: unknown[]) => {
  const rows = await until(what, async () => {
    const found = await cluster.rows(text, values)
    return found.length > 0 && found
  })
  return rows.map(({ id }) => String(id))
}

/** Waits until others have declared a worker dead. */
const isDead = async ({ cluster }: Target, id: string): Promise<boolean> =>
  (await cluster.rows('SELECT 1 FROM amelia.worker WHERE id = $1 AND NOT dead', [id])).length === 0

/** Interrupts a worker until it was declared dead, and waits until it knows. */
const loseWorker = async (
  target: Target,
  interrupt: (worker: Member) => void,
  resume: (worker: Member) => void,
): Promise<void> => {
  const worker = await target.members.worker()
  const id = workerId(worker)!
  interrupt(worker)
  await until('the worker is declared dead', () => isDead(target, id))
  resume(worker)
  await until('the worker knows that it is lost', () =>
    worker.output().includes(`"worker_lost","worker":"${id}"`),
  )
}

/** Interrupts the coordinator until another process has the run, and waits for the end of the first. */
const loseCoordinator = async (
  { members }: Target,
  interrupt: (leader: Member) => void,
  resume: (leader: Member) => void,
): Promise<void> => {
  const leader = await members.leader()
  interrupt(leader)
  await members.takeOver(leader)
  resume(leader)
  await until('the coordinator that lost the run ends', () => !leader.isAlive())
  const { code, output } = await leader.ended
  if (code === 0 || !/LEASE_LOST|STORE_FAILED/.test(output))
    throw new Error(`${leader.name} exited with ${code} after it had lost the run: ${output.slice(-500)}`)
}

const signal =
  (name: NodeJS.Signals) =>
  (member: Member): void => {
    if (!member.signal(name)) throw new Error(`${name} found no process`)
  }
const stall = ({ proxy }: Member): void => proxy.stall()
const release = ({ proxy }: Member): void => proxy.release()

/** Refuses the connections of processes to the shared repository until one of them has needed it. */
const loseRepository = async ({ permitOne }: Target, members: readonly Member[]): Promise<void> => {
  const begins = members.map(({ output }) => output().length)
  const restores = members.map(({ repository }) => repository!.refuse())
  permitOne()
  const isMissed = (): boolean =>
    members.some(({ output }, index) =>
      /remote_unreachable|Cannot reach the shared/.test(output().slice(begins[index])),
    )
  await until('a process misses the shared repository', isMissed)
  await wait(1_000)
  for (const restore of restores) restore()
}

/** The name of the branch of the run. */
const branchOf = ({ folders: { git, remote } }: ClusterUnderTest): string =>
  git(remote, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/amelia')

/** The faults of a round. Each throws if it did not occur. */
export const faults: Readonly<Record<string, (target: Target) => Promise<void>>> = {
  async 'worker killed'({ members }) {
    const worker = await members.worker()
    signal('SIGKILL')(worker)
    await worker.ended
  },
  'worker stopped': (target) => loseWorker(target, signal('SIGSTOP'), signal('SIGCONT')),
  'worker cut off': (target) => loseWorker(target, stall, release),
  async 'worker drained'({ members }) {
    for (let tries = 1; ; tries += 1) {
      const worker = await members.worker()
      signal('SIGTERM')(worker)
      await until('the worker exits', () => !worker.isAlive()).catch((error: unknown) => {
        throw new Error(`${worker.name} did not drain: ${worker.output().slice(-1_500)}`, { cause: error })
      })
      const { code, output } = await worker.ended
      if (code !== 0) throw new Error(`${worker.name} exited with ${code}: ${output.slice(-500)}`)
      if (output.includes('worker_draining')) return
      // It had just been declared dead, so it had nothing to drain.
      if (tries === 3) throw new Error('No worker drained.')
    }
  },
  async 'coordinator killed'({ members }) {
    const leader = await members.leader()
    signal('SIGKILL')(leader)
    await leader.ended
  },
  'coordinator stopped': (target) => loseCoordinator(target, signal('SIGSTOP'), signal('SIGCONT')),
  'coordinator cut off': (target) => loseCoordinator(target, stall, release),
  'database restarted': ({ server }) => server.restart(),
  'workers without repository': async (target) => loseRepository(target, await target.members.workers()),
  'coordinator without repository': async (target) => loseRepository(target, [await target.members.leader()]),
  async 'clock set back'({ members }) {
    signal('SIGUSR2')(await members.leader())
    signal('SIGUSR2')(await members.worker())
  },
  /** A person adds a commit to the branch of the run. */
  async 'branch pushed'({ cluster }) {
    const { remote, root, git } = cluster.folders
    await until('the run has a branch', () => branchOf(cluster) !== '')
    const folder = join(root, 'person')
    await until('the commit is pushed', () => {
      try {
        git(root, 'clone', '--quiet', '--branch', branchOf(cluster), remote, folder)
        writeFileSync(join(folder, 'note.txt'), 'By a person\n')
        git(folder, 'add', '.')
        git(folder, 'commit', '--quiet', '-m', 'Note something')
        git(folder, 'push', '--quiet')
        return true
      } catch {
        // The run has moved it in between.
        return false
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    })
  },
  async 'run cancelled'({ cluster, members }) {
    const leader = await members.leader()
    await until('the run is cancelled', async () => {
      const args = ['cancel', await cluster.runId(), '--repo', join(cluster.folders.root, 'first')]
      const { code } = await cluster.folders.start([...args, '--database', cluster.database]).ended
      return code === 0
    })
    await leader.ended
  },
  /** The same dispatches a second time in the queue, as after a restored backup. */
  async 'dispatch doubled'(target) {
    const copies = await change(
      target,
      'a dispatch is stored',
      `WITH copied AS (
         INSERT INTO amelia_dbos.workflow_status (workflow_uuid, status, name, serialization, queue_name, application_version, application_name, priority, created_at, updated_at)
         SELECT workflow_uuid || '/again', 'ENQUEUED', name, serialization, 'amelia-default', application_version, application_name, 0, created_at, updated_at
         FROM amelia_dbos.workflow_status ORDER BY created_at DESC LIMIT 5 RETURNING workflow_uuid AS id
       )
       INSERT INTO amelia_dbos.workflow_input (workflow_uuid, inputs)
       SELECT id, inputs FROM copied JOIN amelia_dbos.workflow_input ON id = workflow_uuid || '/again'
       RETURNING workflow_uuid AS id`,
    )
    await until('workers take the doubled dispatches', async () => {
      const waiting = await target.cluster.rows(
        `SELECT 1 FROM amelia_dbos.workflow_status WHERE workflow_uuid = ANY ($1) AND status = 'ENQUEUED'`,
        [copies],
      )
      return waiting.length === 0
    })
  },
  /** Messages of workers a second time, as after a lost answer of the database. */
  async 'command doubled'(target) {
    const copies = await change(
      target,
      'a worker has sent a message',
      `INSERT INTO amelia.command (run, id, value) SELECT run, id || '-again', value FROM amelia.command
       ORDER BY n DESC LIMIT 5 RETURNING id`,
    )
    await until('the coordinator answers the doubled messages', async () => {
      const open = await target.cluster.rows(
        'SELECT 1 FROM amelia.command WHERE id = ANY ($1) AND outcome IS NULL',
        [copies],
      )
      return open.length === 0
    })
  },
  async 'live worker swept'(target) {
    const worker = await target.members.worker()
    const id = workerId(worker)!
    await change(
      target,
      'a live worker is marked as dead',
      'UPDATE amelia.worker SET dead = true WHERE id = $1 AND NOT dead RETURNING id::text AS id',
      [id],
    )
    await until('the worker knows that it is lost', () =>
      worker.output().includes(`"worker_lost","worker":"${id}"`),
    )
  },
}

/** The faults of a round: those of FAULTS (`worker killed,run cancelled`), or all. */
export const chosenFaults: readonly string[] = process.env['FAULTS']?.split(',') ?? Object.keys(faults)
