import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { OwnMachine } from './own-machine.ts'

/** A process of the command line. */
export interface ClusterProcess {
  pid: number
  output(): string
  /** Sends a signal. Returns whether the process exists. */
  signal(name: NodeJS.Signals): boolean
  ended: Promise<{ code: number | null; output: string }>
  isAlive(): boolean
}

/** A shared repository and the clones of the machines. */
export interface ClusterFolders {
  root: string
  /** The home of all processes. */
  home: string
  remote: string
  /** Clones the shared repository. */
  clone(name: string): string
  git(folder: string, ...args: string[]): string
  /** Starts the command line of a folder of programs, with another home and cache than the user's. */
  start(args: readonly string[], env?: Record<string, string>, programs?: string): ClusterProcess
  /** Starts the command line on another machine. Calls `prepare` before, once its link exists. */
  startOn(
    machine: OwnMachine,
    args: readonly string[],
    env: Record<string, string>,
    prepare: () => Promise<unknown>,
  ): Promise<ClusterProcess>
  /** Kills all processes and deletes the folders. */
  remove(): Promise<void>
}

const author = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.org' }
const committer = { GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.org' }

/** Creates a bare repository with one commit on `main`. */
export const clusterFolders = (): ClusterFolders => {
  const root = mkdtempSync(join(tmpdir(), 'amelia-cluster-'))
  const remote = join(root, 'shared.git')
  const git = (folder: string, ...args: string[]): string =>
    execFileSync('git', ['-C', folder, ...args], {
      encoding: 'utf8',
      env: { ...process.env, ...author, ...committer },
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim()
  git(root, 'init', '--quiet', '--bare', '--initial-branch=main', remote)
  const clone = (name: string): string => {
    const folder = join(root, name)
    git(root, 'clone', '--quiet', remote, folder)
    git(folder, 'config', 'user.name', 'Ada')
    git(folder, 'config', 'user.email', 'ada@example.org')
    return folder
  }
  const first = clone('first')
  writeFileSync(join(first, 'README.md'), 'Hello\n')
  git(first, 'add', '.')
  git(first, 'commit', '--quiet', '-m', 'Begin')
  git(first, 'push', '--quiet', 'origin', 'HEAD:refs/heads/main')
  const processes: ClusterProcess[] = []
  const home = join(root, 'home')
  mkdirSync(home)
  const optionsOf = (more: Record<string, string>) => {
    const { FORCE_COLOR: _color, NO_COLOR: _plain, NODE_OPTIONS: _node, ...env } = process.env
    return {
      cwd: root,
      // Agents and steps note what they do beside their workspace.
      env: { ...env, HOME: home, XDG_CACHE_HOME: join(home, 'cache'), AMELIA_CONFINE_WRITE: root, ...more },
      stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
    }
  }
  const follow = (child: ChildProcess, pid: number): ClusterProcess => {
    const started = followProcess(child, pid)
    processes.push(started)
    return started
  }
  return {
    root,
    home,
    remote,
    clone,
    git,
    start(args, more = {}, programs = inject('programs')) {
      const child = spawn(process.execPath, [join(programs, 'cli.mjs'), ...args], optionsOf(more))
      return follow(child, child.pid!)
    },
    async startOn(machine, args, more, prepare) {
      const command = [process.execPath, join(inject('programs'), 'cli.mjs'), ...args]
      const { child, pid } = await machine.start(command, optionsOf(more), prepare)
      return follow(child, pid)
    },
    async remove() {
      for (const { signal } of processes) signal('SIGKILL')
      await Promise.all(processes.map(({ ended }) => ended))
      rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

/** Collects the output of a process; `child` is it, or the program that started it in namespaces. */
const followProcess = (child: ChildProcess, pid: number): ClusterProcess => {
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null
  let killed = false
  return {
    pid,
    isAlive,
    output: () => output,
    signal(name) {
      if (!isAlive()) return false
      process.kill(pid, name)
      killed ||= name === 'SIGKILL'
      return true
    },
    ended: new Promise((resolve) =>
      child.once('close', (code) => resolve({ code: killed ? null : code, output })),
    ),
  }
}
