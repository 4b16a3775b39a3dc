import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { TestServer } from '../../../../test/fixtures/start-postgres.ts'
import { type ClusterFolders, type ClusterProcess, clusterFolders } from './cluster-processes.ts'
import { type GitServer, startGitServer } from './start-git-server.ts'
import { canIsolate, ownMachine } from './own-machine.ts'
import { startStallingProxy, type StallingProxy } from './start-stalling-proxy.ts'
import { type AgentOptions, type ClusterPhase, writeAgent, writeClusterPlan } from './write-cluster-plan.ts'

/** A process with its own connections. */
export interface Member extends ClusterProcess {
  name: string
  /** As whom the store knows it. */
  owner: string
  /** Its connections to the database. */
  proxy: StallingProxy
  /** Its connections to the shared repository, if it is `apart`. */
  repository?: StallingProxy
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
  /**
   * Whether each process reaches the shared repository through a server, and gets its own machine where the
   * system allows it. Default: no.
   */
  apart?: boolean
  /** Whether processes of this machine reach the database without their proxies. Default: no. */
  isDirect?: boolean
}

/** A coordinator and workers as processes, each with its own clone. */
export interface ClusterUnderTest {
  folders: ClusterFolders
  database: string
  /** Starts a worker; `programs` is the folder of another command line. */
  worker(more?: readonly string[], env?: Record<string, string>, programs?: string): Promise<Member>
  /** Starts the run; later calls resume it. */
  coordinate(more?: readonly string[], env?: Record<string, string>): Promise<Member>
  /** Lets the next coordinator start the run again, which nobody can resume. */
  beginAgain(): void
  /** Installs a hook of the shared repository. */
  hook(name: string, lines: readonly string[]): void
  /** The id of the run, once it is stored. */
  runId(): Promise<string>
  rows(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** Returns the number of records of all runs; 0 while the database is away. */
  progress(): Promise<number>
  /** Permits the sessions of the first phases of the plan. */
  permit(count: number): void
  /** Whether the branch of the run contains a file. */
  hasFile(name: string): boolean
  /** Compares the commits of the run with the plan. */
  survey(isOver: boolean): Promise<Survival>
  stop(): Promise<void>
}

const always = ['--driver', 'command', '--no-review']

/** Creates the shared repository, a database and a plan. Processes start with the calls of the result. */
export const clusterUnderTest = async (options: ClusterOptions): Promise<ClusterUnderTest> => {
  const { server, phases, flags = [], isDirect = false } = options
  const database = await server.createDatabase()
  const folders = clusterFolders()
  const { root, remote } = folders
  const gitServer = options.apart === true ? await startGitServer(root) : undefined
  const plan = writeClusterPlan(root, phases)
  const agent = writeAgent(root, options)
  const members: Member[] = []
  let clones = 0
  let begun = false
  const start = async (
    name: string,
    argsOf: (place: { repo: string; address: string; remote: string }) => string[],
    env: Record<string, string> = {},
    programs?: string,
  ): Promise<Member> => {
    clones += 1
    const own = `${name}${clones}`
    const repo = folders.clone(own)
    const addressAt = (host: string, port: number): string =>
      database.replace(`127.0.0.1:${server.port}/`, `${host}:${port}/`)
    const remoteAt = (host: string, port: number): string => `git://${host}:${port}/shared.git`
    const startHere = async (): Promise<Member> => {
      const proxy = await startStallingProxy(server.port)
      const repository = gitServer && (await startStallingProxy(gitServer.port))
      const started = folders.start(
        argsOf({
          repo,
          address: isDirect ? database : addressAt('127.0.0.1', proxy.port),
          remote: repository ? remoteAt('127.0.0.1', repository.port) : remote,
        }),
        env,
        programs,
      )
      const owner = `process ${started.pid} on ${hostname()}`
      return { ...started, name: own, owner, proxy, ...(repository && { repository }) }
    }
    const startApart = async ({ port }: GitServer): Promise<Member> => {
      const machine = ownMachine(own)
      const host = machine.address
      const proxies: StallingProxy[] = []
      const listen = async (): Promise<void> => {
        proxies.push(await startStallingProxy(server.port, { host, port: 5432 }))
        proxies.push(await startStallingProxy(port, { host, port: 9418 }))
      }
      const args = argsOf({ repo, address: addressAt(host, 5432), remote: remoteAt(host, 9418) })
      const started = await folders.startOn(machine, args, env, listen)
      const [proxy, repository] = proxies as [StallingProxy, StallingProxy]
      return { ...started, name: own, owner: `process 1 on ${own}`, proxy, repository }
    }
    const member = await (gitServer && canIsolate() ? startApart(gitServer) : startHere())
    void member.ended.then(() => {
      member.proxy.stop()
      member.repository?.stop()
    })
    members.push(member)
    return member
  }
  const shared = (place: { repo: string; address: string; remote: string }): string[] => [
    ...['--database', place.address, '--remote', place.remote, '--repo', place.repo],
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
    progress: () =>
      rows('SELECT count(*) AS count FROM amelia.record').then(
        ([row]) => Number(row?.['count']),
        () => 0,
      ),
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
    worker: (more = [], env, programs) =>
      start('worker', (place) => ['cluster', 'work', ...shared(place), '--json', ...more], env, programs),
    async coordinate(more = [], env) {
      const first = !begun
      begun = true
      const id = first ? '' : await runId()
      const command = first
        ? ['run', plan, '--trust', 'autonomous', '--yes', '--no-artifacts', '--concurrency', '12']
        : ['resume', id]
      return start('coordinator', (place) => [...command, '--engine', 'dbos', ...shared(place), ...more], env)
    },
    hasFile(name) {
      const branch = folders.git(remote, 'for-each-ref', '--format=%(refname)', 'refs/heads/amelia')
      return folders.git(remote, 'ls-tree', '--name-only', branch, name) === name
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
      for (const { signal } of members) signal('SIGKILL')
      await Promise.all(members.map(({ ended }) => ended))
      await gitServer?.stop()
      await folders.remove()
    },
  }
}
