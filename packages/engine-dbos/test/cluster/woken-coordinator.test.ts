import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { startPostgres, type TestServer } from '../../../../test/fixtures/start-postgres.ts'
import { clusterUnderTest, type ClusterUnderTest } from './cluster-under-test.ts'
import { until } from './until.ts'

let server: TestServer
beforeAll(async () => {
  server = await startPostgres()
  return () => server.stop()
})

/** Stops the coordinator in its first push of the branch, which waits until the file `go` exists. */
const stopInPush = ({ folders: { root }, hook }: ClusterUnderTest): void =>
  hook('pre-receive', [
    `cat > ${root}/push.$$`,
    `grep -q refs/heads/amelia/ ${root}/push.$$ && mkdir ${root}/hit 2>/dev/null || exit 0`,
    `kill -STOP "$(cat ${root}/victim)"`,
    `echo $PPID > ${root}/receiver`,
    `mv ${root}/push.$$ ${root}/push`,
    `until [ -e ${root}/go ]; do [ -d ${root} ] || exit 1; sleep 0.05; done`,
  ])

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

/** Resumes the run once nobody has it, and returns the output at the end. */
const resume = async (cluster: ClusterUnderTest): Promise<string> => {
  await until('the lease ends', async () => {
    const [row] = await cluster.rows(
      'SELECT holder IS NULL OR expires < clock_timestamp() AS free FROM amelia.run',
    )
    return row?.['free'] === true
  })
  const { ended } = await cluster.coordinate()
  return (await ended).output
}

it('a coordinator that wakes up in a push after an abort-revert changes nothing', async () => {
  const cluster = await clusterUnderTest({
    ...{ server, phases: [{ id: '1' }, { id: '2', after: ['1'] }], sleep: 0, fails: ['2'] },
    flags: ['--dead-after', '4s'],
  })
  const { folders, database, rows } = cluster
  const { root, remote, git } = folders
  try {
    stopInPush(cluster)
    await cluster.worker()
    const first = await cluster.coordinate()
    writeFileSync(join(root, 'victim'), String(first.pid))
    await until('the coordinator is stopped in its push', () => existsSync(join(root, 'push')))

    // The next one integrates phase 1. Phase 2 fails, a person reverts, and another one does so.
    expect(await resume(cluster)).toContain('abort-revert')
    const [runId, repo] = [await cluster.runId(), join(root, 'first')]
    const place = ['--repo', repo, '--database', database]
    const answered = await folders.start(['answer', runId, '1', 'abort-revert', '--scope', 'run', ...place])
      .ended
    expect(answered, answered.output).toMatchObject({ code: 0 })
    expect(await resume(cluster)).toContain('everted')

    const refs = (): string => git(remote, 'for-each-ref', '--format=%(objectname) %(refname)')
    const count = async () => (await rows('SELECT count(*)::integer AS n FROM amelia.record'))[0]!['n']
    const before = { refs: refs(), records: await count() }
    // The branch is again as the push expects it.
    const moves = readFileSync(join(root, 'push'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' '))
    const differing = moves.filter(([old, , ref]) => {
      const now = before.refs
        .split('\n')
        .find((line) => line.endsWith(` ${ref}`))
        ?.split(' ')[0]
      return (now ?? '0'.repeat(40)) !== old
    })
    const names = differing.map(([, , ref]) => ref)
    expect(names).toContain(`refs/amelia/${runId}/fence`)
    expect(names.filter((ref) => ref!.startsWith('refs/heads/'))).toEqual([])

    writeFileSync(join(root, 'go'), '')
    first.signal('SIGCONT')
    const { code, output } = await first.ended
    expect(output).toContain('LEASE_LOST')
    expect(code).not.toBe(0)
    const receiver = Number(readFileSync(join(root, 'receiver'), 'utf8'))
    await until('the push ends', () => isGone(receiver))
    expect({ refs: refs(), records: await count() }).toEqual(before)
  } finally {
    await cluster.stop()
  }
}, 120_000)
