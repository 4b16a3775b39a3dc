import { AsyncLocalStorage } from 'node:async_hooks'
import childProcess, { type ChildProcess, type SpawnOptions } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import type { Death } from '../draw-world.ts'
import type { SyncRecord } from './sync-record.ts'

/** The git processes that one simulated process starts. */
export interface GitCalls {
  /** Git processes started so far. */
  readonly count: number
  /** Runs a task whose git calls are this process's. */
  within<Result>(task: () => Result): Result
  /** Resolves once every git process of this process has ended. */
  flush(): Promise<void>
}

export interface GitCallsOptions {
  /** Records what each git call synced. */
  syncs: SyncRecord | undefined
  /** The git call that the process dies before or after. */
  death: Death | undefined
  isDead(): boolean
  die(): void
}

interface Calls {
  start(args: readonly string[], spawn: (env?: Record<string, string>) => ChildProcess): ChildProcess
}

const current = new AsyncLocalStorage<Calls>()
const spawnReal = childProcess.spawn
let installed = false

/**
 * Replaces `spawn` of `node:child_process` for all modules: it counts git processes per simulated process.
 */
const install = (): void => {
  if (installed) return
  installed = true
  const spawn = (command: string, args: readonly string[], options: SpawnOptions): ChildProcess => {
    const start = (env: Record<string, string> = {}): ChildProcess =>
      spawnReal(command, args, { ...options, env: { ...(options.env ?? process.env), ...env } })
    const calls = current.getStore()
    return command === 'git' && calls ? calls.start(args, start) : start()
  }
  childProcess.spawn = spawn as typeof childProcess.spawn
  syncBuiltinESMExports()
}

const createSilentStream = () =>
  Object.assign(new EventEmitter(), {
    ...{ ref: () => {}, unref: () => {}, end: () => {}, write: () => true },
    setEncoding(this: EventEmitter) {
      return this
    },
  })

/** A child whose caller is dead: it never reports anything. Its input still reaches `real`, if given. */
const silentChild = (real?: ChildProcess): ChildProcess => {
  const child = Object.assign(new EventEmitter(), {
    ...{ ref: () => {}, unref: () => {} },
    stdout: createSilentStream(),
    stderr: createSilentStream(),
    stdin: real?.stdin ?? createSilentStream(),
  })
  return child as unknown as ChildProcess
}

export const createGitCalls = ({ syncs, death, isDead, die }: GitCallsOptions): GitCalls => {
  install()
  const running = new Set<Promise<void>>()
  let count = 0
  /** Processes that are kept for more requests. They end when their input does. */
  const kept = new Set<ChildProcess>()
  const track = (child: ChildProcess, isKept: boolean): ChildProcess => {
    if (isKept) kept.add(child)
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
    running.add(ended)
    void ended.then(() => running.delete(ended))
    return child
  }
  const calls: Calls = {
    start(args, spawnWith) {
      const spawn = (): ChildProcess => spawnWith(syncs?.watch(args))
      if (isDead()) return silentChild()
      const dies = ++count === death?.call ? death.when : undefined
      const isKept = args.includes('--batch-command')
      if (dies === undefined) return track(spawn(), isKept)
      if (dies === 'before') {
        die()
        return silentChild()
      }
      const child = track(spawn(), isKept)
      if (isKept) child.stdout?.once('data', () => child.stdin?.end())
      child.stdout?.resume()
      child.stderr?.resume()
      child.once('close', die)
      return silentChild(child)
    },
  }
  return {
    get count() {
      return count
    },
    within: (task) => current.run(calls, task),
    flush: async () => {
      while (running.size > 0) {
        for (const child of kept) {
          child.ref()
          child.stdin?.end()
        }
        kept.clear()
        await Promise.all(running)
      }
    },
  }
}
