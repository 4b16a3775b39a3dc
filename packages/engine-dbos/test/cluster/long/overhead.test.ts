import { beforeAll, expect, it } from 'vitest'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres, type TestServer } from '../../../../../test/fixtures/start-postgres.ts'
import { clusterUnderTest, type Member } from '../cluster-under-test.ts'
import { covered, noteCalls, type Span } from '../note-calls.ts'

const phaseCount = Number(process.env['OVERHEAD_PHASES'] ?? 12)
const counts = (process.env['OVERHEAD_WORKERS'] ?? '2').split(',').map(Number)

let server: TestServer
beforeAll(async () => {
  server = await startPostgres()
  return () => server.stop()
})

/** One phase after another: the time between two moves of the head is that of one phase. */
const chain = Array.from({ length: phaseCount }, (_, index) => ({
  id: `${index + 1}`,
  ...(index > 0 && { after: [`${index}`] }),
}))

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)]!
}

/** The parts of a phase, in milliseconds. */
interface Parts {
  all: number
  git: number
  session: number
  queue: number
  rest: number
}

/** Transactions of the database, and syncs of its log, since the start of the server. */
const writesOf = async (
  rows: (text: string) => Promise<Record<string, unknown>[]>,
): Promise<{ transactions: number; syncs: number }> => {
  const [row] = await rows(
    'SELECT sum(xact_commit)::integer AS transactions, (SELECT wal_sync::integer FROM pg_stat_wal) AS syncs FROM pg_stat_database',
  )
  return { transactions: Number(row!['transactions']), syncs: Number(row!['syncs']) }
}

const partsOf = (
  phase: Span,
  { git, sessions, queue }: Record<'git' | 'sessions' | 'queue', Span[]>,
): Parts => {
  const all = phase[1] - phase[0]
  return {
    all,
    git: covered(git, phase),
    session: covered(sessions, phase),
    queue: covered(queue, phase),
    rest: all - covered([...git, ...sessions], phase),
  }
}

/** Performs the chain, and returns the median of each part over its phases without the first one. */
const measure = async (workers: number): Promise<Parts & { transactions: number; syncs: number }> => {
  const cluster = await clusterUnderTest({ server, phases: chain, sleep: 0, isDirect: true })
  try {
    const calls = noteCalls(cluster.folders.root)
    const started: Member[] = []
    for (let count = 0; count < workers; count += 1) started.push(await cluster.worker([], calls.env))
    while (started.some((worker) => !worker.output().includes('worker_started'))) await wait(100)
    // The workers count each other every 5 s, and poll accordingly.
    await wait(6_000)
    const before = await writesOf(cluster.rows)
    const { code, output } = await (await cluster.coordinate([], calls.env)).ended
    expect(code, output).toBe(0)
    // Connections report their numbers when they are idle.
    await wait(1_500)
    const after = await writesOf(cluster.rows)
    const rows = await cluster.rows('SELECT value FROM amelia.record ORDER BY seq')
    const records = rows.map(
      ({ value }) => JSON.parse(String(value)) as { type: string; at: number; phaseId?: string },
    )
    const moves = records.filter(({ type }) => type === 'refs_moved').map(({ at }) => at)
    const queued = await cluster.rows(
      'SELECT created_at::float8 AS since, started_at_epoch_ms::float8 AS until FROM amelia_dbos.workflow_status',
    )
    const queue = queued.map(({ since, until }): Span => [Number(since), Number(until)])
    const spans = { git: calls.git(), sessions: calls.sessions(), queue }
    const parts = moves.slice(2).map((at, index) => partsOf([moves[index + 1]!, at], spans))
    const of = (name: keyof Parts): number => Math.round(median(parts.map((each) => each[name])))
    const perPhase = (sum: number): number => Math.round(sum / phaseCount)
    return {
      ...{ all: of('all'), git: of('git'), session: of('session'), queue: of('queue'), rest: of('rest') },
      transactions: perPhase(after.transactions - before.transactions),
      syncs: perPhase(after.syncs - before.syncs),
    }
  } finally {
    await cluster.stop()
  }
}

it.each(counts)(
  'measures a phase in addition to git and its session, with %i workers',
  async (workers) => {
    const { all, git, session, queue, rest, transactions, syncs } = await measure(workers)
    console.log(
      `overhead   ${workers} workers: ${rest} ms a phase (median of ${phaseCount - 1}) of ${all} ms; git ${git} ms, session ${session} ms, queue ${queue} ms; ${transactions} transactions and ${syncs} syncs of the database`,
    )
    expect(rest).toBeGreaterThan(0)
  },
  300_000,
)
