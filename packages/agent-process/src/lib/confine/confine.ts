import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { constants } from 'node:os'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { driverError } from '@amelia/core/plugin'
import { type Ending } from '../process/end-processes.ts'
import { isGroupRunning } from '../process/end-process-group.ts'
import { markNames } from '../process/mark-names.ts'
import { signalProcess } from '../process/signal-process.ts'
import { cacheVariables } from './cache-variables.ts'
import { composeBubblewrap } from './compose-bubblewrap.ts'
import { composeSeatbelt } from './compose-seatbelt.ts'
import { findBoundary, type ConfineRequest } from './find-boundary.ts'
import { findInside, hasChildren } from './find-inside.ts'
import { findProgram } from './find-program.ts'

/** The end of a program: an exit code, or the signal that ended it. */
export interface ProgramExit {
  /** The exit code; `null` after a signal. */
  code: number | null
  /** The signal that ended the program; `null` if it ended itself. */
  signal: string | null
  /** Why a program did not start that exits with 126 or 127. */
  problem?: string
}

/** A confined process that has started. */
export interface ConfinedProcess extends Ending {
  /** Whether the program runs, or anything that it started. */
  isAnyRunning(): boolean
  /**
   * Sends a signal to the processes inside. KILL goes to the group of the process, because nothing inside
   * survives the end of the program around it.
   */
  signalAll(signal: NodeJS.Signals): void
  /**
   * Returns the end of the program inside, once the process has exited. `errorOutput` is the start of its
   * error output. `isStopping`: a signal of this process may be the cause.
   *
   * Throws `driverError('environment')` if the confinement could not start.
   */
  readExit(exit: ProgramExit, errorOutput: string, isStopping: boolean): Promise<ProgramExit>
}

/** A command line that starts a program confined. */
export interface Confined {
  /** The program that confines, and its arguments. */
  argv: string[]
  /** The complete environment of the process. */
  env: Record<string, string>
  /** The index of an additional pipe in `stdio`, which receives the status. */
  status: number
  /** Follows the process that was started with these. */
  follow(child: ChildProcess): ConfinedProcess
}

/** How long to wait for the status after the exit, in milliseconds. */
const statusMs = 1_000

/**
 * Confines a program to a workspace: it reads the file system without the hidden paths, and writes only to
 * the workspace, its folder for temporary files and its caches. Nothing that it starts outlives it, unless
 * `persists`.
 *
 * Needs bubblewrap on Linux, and `sandbox-exec` on macOS: check with `probeConfinement` first. `status` is
 * the index of the pipe for the status: the first one that is free.
 */
export const confine = (argv: readonly string[], request: ConfineRequest, status = 3): Confined => {
  const { confinement, persists = false } = request
  const program = findConfiner()
  if (program === undefined) throw cannotConfine('its program is not installed')
  // The last run of a repository removes it while it is empty.
  mkdirSync(confinement.caches, { recursive: true })
  const env = { ...cacheVariables(confinement.caches), ...request.env }
  const marks = markNames.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]))
  const boundary = {
    ...findBoundary(argv, { ...request, env }),
    ...{ program, persists, status },
    ...{ blank: confinement.blank, network: confinement.network },
    variables: Object.fromEntries(marks),
    isRoot: process.getuid?.() === 0,
  }
  const outer = { ...env }
  for (const [name] of marks) delete outer[name]
  const isMac = process.platform === 'darwin'
  return {
    argv: isMac ? composeSeatbelt(argv, boundary) : composeBubblewrap(argv, boundary),
    env: outer,
    status,
    follow: (child) => (isMac ? followPlain(child) : follow(child, argv, { ...request, env }, status)),
  }
}

/** Finds the program that confines, in this process's own `PATH`; undefined if it is not installed. */
export const findConfiner = (
  path = process.env['PATH'],
  platform: NodeJS.Platform = process.platform,
): string | undefined =>
  platform === 'linux'
    ? findProgram('bwrap', '/', path)
    : platform === 'darwin'
      ? findProgram('/usr/bin/sandbox-exec', '/')
      : undefined

const follow = (
  child: ChildProcess,
  argv: readonly string[],
  { cwd, env }: ConfineRequest,
  status: number,
): ConfinedProcess => {
  const { readCode, readInit } = readStatus(child.stdio[status] as Readable)
  return {
    isAnyRunning() {
      if (isRunning(child)) return true
      const init = readInit()
      const isAny = init === undefined ? undefined : hasChildren(init)
      return isAny ?? (child.pid !== undefined && isGroupRunning(child.pid))
    },
    signalAll(signal) {
      const { pid } = child
      if (pid === undefined) return
      const inside = signal === 'SIGKILL' ? [] : findInside(pid)
      // It is being killed, or has not started the program yet.
      if (inside.length === 0) signalProcess(-pid, signal)
      for (const each of inside) signalProcess(each, signal)
    },
    async readExit(exit, errorOutput, isStopping) {
      if (exit.code === null) return exit
      const code = await readCode()
      if (code !== undefined) return isStopping ? nameSignal(code) : { code, signal: null }
      const [program = ''] = argv
      if (!errorOutput.includes('bwrap: execvp ')) throw cannotConfine(errorOutput)
      const isFound = program.includes('/')
        ? existsSync(resolve(cwd, program))
        : findProgram(program, cwd, env['PATH']) !== undefined
      if (!isFound) return { code: 127, signal: null, problem: `${program}: command not found` }
      return { code: 126, signal: null, problem: `${program}: could not start: ${errorOutput.trim()}` }
    },
  }
}

const followPlain = (child: ChildProcess): ConfinedProcess => ({
  isAnyRunning: () => child.pid !== undefined && isGroupRunning(child.pid),
  signalAll(signal) {
    if (child.pid !== undefined) signalProcess(-child.pid, signal)
  },
  readExit: (exit) => Promise.resolve(exit),
})

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null

interface Status {
  /** The exit code: undefined if the program did not run. */
  readCode(): Promise<number | undefined>
  /** The first process of the namespace, which inherits all others; undefined until it is known. */
  readInit(): number | undefined
}

/** Reads what bubblewrap reports. */
const readStatus = (stream: Readable): Status => {
  let text = ''
  const find = (name: string): number | undefined => {
    const found = new RegExp(`"${name}": (\\d+)`).exec(text)?.[1]
    return found === undefined ? undefined : Number(found)
  }
  const done = new Promise<void>((resolve) => {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (find('exit-code') !== undefined) resolve()
    })
    stream.on('close', resolve)
    stream.on('error', () => resolve())
  })
  return {
    async readCode() {
      await Promise.race([done, delay(statusMs, undefined, { ref: false })])
      stream.destroy()
      return find('exit-code')
    },
    readInit: () => find('child-pid'),
  }
}

/** Shells and bubblewrap report a signal as 128 and its number. */
const nameSignal = (code: number): ProgramExit => {
  const found = Object.entries(constants.signals).find(([, number]) => number === code - 128)
  return found ? { code: null, signal: found[0] } : { code, signal: null }
}

const cannotConfine = (reason: string): Error =>
  driverError('environment', {
    message: `The confinement could not start: ${reason.trim().slice(0, 500)}. Fix the cause, or run without it: confine level "off".`,
  })
