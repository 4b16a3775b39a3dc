import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { TestServer } from '../../../../test/fixtures/start-postgres.ts'
import { type ClusterFolders, type ClusterProcess, clusterFolders } from './cluster-processes.ts'
import { startStallingProxy, type StallingProxy } from './start-stalling-proxy.ts'
import { type AgentOptions, type ClusterPhase, writeAgent, writeClusterPlan } from './write-cluster-plan.ts'

/** A process with its own connection to the database. */
export interface Member extends ClusterProcess {
  name: string
  proxy: StallingProxy
}

/** The result of a run in which processes failed. */
export interface Survival {
  /** Phases of the plan without a commit on the branch. */
  lost: number
  /** Commits of a phase that has another one. */
  double: number
  hung: number
  /** Sessions that were started again after a process was lost. */
  twice: number
}

export interface ClusterOptions extends AgentOptions {
  server: TestServer
  phases: readonly ClusterPhase[]
  /** Flags of the coordinator and the workers, such as `--dead-after`. */
  flags?: readonly string[]
}

/** A coordinator and workers as processes, each with its own clone. */
export interface ClusterUnderTest {
  folders: ClusterFolders
  database: string
  /** Starts a worker. */
  worker(more?: readonly string[], env?: Record<string, string>): Promise<Member>
  /** Starts the run; later calls resume it. */
  coordinate(more?: readonly string[], env?: Record<string, string>): Promise<Member>
  /** Lets the next coordinator start the run again, which nobody can resume. */
  beginAgain(): void
  /** Installs a hook of the shared repository. */
  hook(name: string, lines: readonly string[]): void
  /** The id of the run, once it is stored. */
  runId(): Promise<string>
  rows(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** Permits the sessions of the first phases of the plan. */
  permit(count: number): void
  /** Compares the commits of the run with the plan. */
  survey(isOver: boolean): Promise<Survival>
  stop(): Promise<void>
}

const always = ['--driver', 'command', '--no-review']

/** Creates the shared repository, a database and a plan. Processes start with the calls of the result. */
export const clusterUnderTest = async (options: ClusterOptions): Promise<ClusterUnderTest> => {
  const { server, phases, flags = [] } = options
  const database = await server.createDatabase()
  const folders = clusterFolders()
  const { root, remote } = folders
  const plan = writeClusterPlan(root, phases)
  const agent = writeAgent(root, options)
  const members: Member[] = []
  let clones = 0
  let begun = false
  const start = async (
    name: string,
    args: (repo: string, address: string) => string[],
    env?: Record<string, string>,
  ): Promise<Member> => {
    clones += 1
    const own = `${name}${clones}`
    const proxy = await startStallingProxy(server.port)
    const repo = folders.clone(own)
    const address = database.replace(`:${server.port}/`, `:${proxy.port}/`)
    const member = { ...folders.start(args(repo, address), env), name: own, proxy }
    void member.ended.then(() => proxy.stop())
    members.push(member)
    return member
  }
  const shared = (repo: string, address: string): string[] => [
    ...['--database', address, '--remote', remote, '--repo', repo],
    ...always,
    ...['--agent', agent, ...flags],
  ]
  const rows: ClusterUnderTest['rows'] = (text, values) => server.admin(database, text, values)
  const runId = async (): Promise<string> => {
    for (;;) {
      const [row] = await rows('SELECT id FROM amelia.run ORDER BY token DESC').catch(() => [])
      if (row !== undefined) return String(row['id'])
      await wait(20)
    }
  }
  return {
    folders,
    database,
    rows,
    runId,
    beginAgain() {
      begun = false
    },
    hook(name, lines) {
      const script = ['#!/bin/sh', ...lines, ''].join('\n')
      writeFileSync(join(remote, 'hooks', name), script, { mode: 0o755 })
    },
    permit(count) {
      for (const { id } of phases.slice(0, count)) writeFileSync(join(root, `permitted-${id}`), '')
    },
    worker: (more = [], env) =>
      start('worker', (repo, address) => ['worker', ...shared(repo, address), '--json', ...more], env),
    async coordinate(more = [], env) {
      const first = !begun
      begun = true
      const id = first ? '' : await runId()
      const command = first
        ? ['run', plan, '--trust', 'autonomous', '--yes', '--no-artefacts', '--concurrency', '12']
        : ['resume', id]
      return start(
        'coordinator',
        (repo, address) => [...command, '--engine', 'dbos', ...shared(repo, address), ...more],
        env,
      )
    },
    async survey(isOver) {
      const branches = folders.git(remote, 'for-each-ref', '--format=%(refname)', 'refs/heads/amelia')
      const format = '--format=%(trailers:key=Amelia-Phase,valueonly,separator=)'
      const log =
        branches === '' ? '' : folders.git(remote, 'log', format, `main..${branches.split('\n')[0]!}`)
      const integrated = log.split('\n').filter((id) => id !== '')
      folders.git(remote, 'fsck', '--strict', '--no-dangling')
      const file = join(root, 'sessions')
      const sessions = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
      return {
        lost: phases.filter(({ id }) => !integrated.includes(id)).length,
        double: integrated.length - new Set(integrated).size,
        hung: isOver ? 0 : 1,
        twice: sessions.length - new Set(sessions).size,
      }
    },
    async stop() {
      for (const { child, isAlive } of members) if (isAlive()) child.kill('SIGKILL')
      await Promise.all(members.map(({ ended }) => ended))
      await folders.remove()
    },
  }
}
