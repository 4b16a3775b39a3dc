import type { ChildProcess, StdioOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { AmeliaError, type CommandResult } from '@amelia/core/plugin'
import { confine, type Confined, type ProgramExit } from '../confine/confine.ts'
import type { ConfineRequest } from '../confine/find-boundary.ts'
import { createBoundedOutput } from '../process/bounded-output.ts'
import { commandVariable, createCommandMark } from '../process/command-mark.ts'
import { endProcesses } from '../process/end-processes.ts'
import { endProcessGroup } from '../process/end-process-group.ts'
import { findCommands } from '../process/find-commands.ts'
import { findMarkedProcesses } from '../process/find-marked-processes.ts'
import { createLineOutput } from './line-output.ts'
import { createOutputFile, type OutputFile } from '../process/output-file.ts'
import { openProcess } from '../process/open-process.ts'
import { startProcess } from '../process/start-process.ts'

/** A process to run until its end. */
export interface ProcessRequest {
  /** The program and its arguments. It is started without a shell. */
  argv: string[]
  /** The folder that the process starts in. */
  cwd: string
  /**
   * The complete environment of the process, to which only a mark is added. The mark names `AMELIA_RUN` and
   * `AMELIA_PHASE`.
   */
  env: Record<string, string>
  /**
   * The root of the workspace: when the program exits, processes that it started and whose working directory
   * is inside this folder end too, also those in other process groups. Default: only its process group ends.
   */
  root?: string
  /** When it aborts, the process and those that it started get TERM, then KILL. */
  signal: AbortSignal
  /** Milliseconds between TERM and KILL. */
  graceMs: number
  /** The most characters of output to keep. */
  outputLimit: number
  /**
   * Names the server that the program starts in the background. If it exits with 0, its processes keep
   * running, with a mark that names the server. `onStdout` and `onOutput` are not called. Default: no server.
   */
  server?: string
  /** Confines the program and all that it starts. Default: they have the permissions of this process. */
  confine?: Omit<ConfineRequest, 'cwd' | 'env' | 'persists'>
  /** Text for the standard input, which is then closed. Default: no standard input. */
  input?: string
  /**
   * Receives the standard output in chunks, as it arrives. If it throws, the process is ended, and
   * `runProcess` rejects with the error.
   */
  onStdout?(chunk: Uint8Array): void
  /**
   * Receives both outputs while the process runs: plain text, in complete lines apart from the last, at most
   * ten times a second. Of more than 8,000 characters at once only the last lines are passed on.
   */
  onOutput?: ((text: string) => void) | undefined
}

/** How long to wait for the rest of the output after the last known process ended, in milliseconds. */
const drainMs = 250

/**
 * Runs one program in its own process group, and ends the group with it.
 *
 * When the signal aborts, the group gets TERM, then KILL, and so do the processes it started outside the
 * group, as far as {@link endProcessGroup} finds them. When the program exits by itself, the rest of its
 * group is ended in the same way, and with `root` the processes outside the group that work there. Processes
 * that left both, such as the daemon of a build tool, keep running, and a pipe that they keep open is not
 * waited for. A program that cannot start, also not later where the system has too many processes, yields
 * exit code 126 or 127 and an explanation as output. Rejects only with an error of `onStdout`, and with
 * `driverError('environment')` if its confinement cannot start.
 */
export const runProcess = async (request: ProcessRequest): Promise<CommandResult> => {
  const { argv, cwd, env, root, server, signal, graceMs, outputLimit, input } = request
  const started = performance.now()
  const output = createBoundedOutput(outputLimit)
  const finish = (exitCode: number | null, ended: string | null, message?: string): CommandResult => ({
    exitCode,
    ...(ended === null ? {} : { signal: ended }),
    ...(message === undefined ? output.read() : { output: message, truncated: false }),
    durationMs: Math.round(performance.now() - started),
  })
  if (signal.aborted) return finish(null, 'SIGTERM', '')
  const [program = ''] = argv
  const { AMELIA_RUN: run = '', AMELIA_PHASE: phase = '' } = env
  const mark = createCommandMark({ run, phase, ...(server !== undefined && { server }) })
  // A server would end at its next output, if it wrote to a pipe that nobody reads.
  let file: OutputFile | undefined
  let child: ChildProcess
  let confined: Confined | undefined
  try {
    file = server === undefined ? undefined : createOutputFile()
    const marks = [process.env[commandVariable], mark].filter(Boolean).join(' ')
    const to = file?.descriptor ?? 'pipe'
    const marked = { ...env, [commandVariable]: marks }
    if (request.confine && existsSync(cwd))
      confined = confine(argv, { ...request.confine, cwd, env: marked, persists: server !== undefined })
    const stdio: StdioOptions = [input === undefined ? 'ignore' : 'pipe', to, to]
    if (confined) stdio.push('pipe')
    const [first = '', ...rest] = confined?.argv ?? argv
    const options = { cwd, env: confined?.env ?? marked, detached: true, stdio }
    child = await openProcess(() => startProcess(first, rest, options), { signal })
  } catch (error) {
    file?.close()
    if (AmeliaError.is(error)) throw error
    return finish(...explain(program, cwd, error))
  }
  const inside = confined?.follow(child)
  const lines = request.onOutput && createLineOutput(request.onOutput)
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', output.stream())
    if (lines) stream?.on('data', lines.stream())
  }
  // A program may end without reading its input.
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const exited = new Promise<ProgramExit | Error>((resolve) => {
    child.on('exit', (code, ended) => resolve({ code, signal: ended }))
    child.on('error', resolve)
  })
  const group = child.pid
  let ending: Promise<void> | undefined
  const end = (findOthers: () => number[]): void => {
    if (group === undefined) return
    // Nothing leaves a confinement.
    ending ??= inside ? endProcesses(graceMs, inside) : endProcessGroup(group, graceMs, findOthers)
  }
  const stop = (): void => end(() => findMarkedProcesses(mark))
  const findInRoot = (): number[] =>
    root === undefined
      ? []
      : findCommands(root)
          .filter(({ environment }) => environment.includes(mark))
          .map(({ pid }) => pid)
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  const refused: unknown[] = []
  child.stdout?.on('data', (chunk: Uint8Array) => {
    if (refused.length > 0) return
    try {
      request.onStdout?.(chunk)
    } catch (error) {
      refused.push(error)
      stop()
    }
  })
  const exit = await exited
  if (exit instanceof Error || group === undefined) {
    signal.removeEventListener('abort', stop)
    file?.close()
    return finish(...explain(program, cwd, exit))
  }
  const isStopping = ending !== undefined
  if (server === undefined) end(findInRoot)
  else if (exit.code !== 0) stop()
  await ending
  signal.removeEventListener('abort', stop)
  file?.read(output.stream())
  file?.close()
  await Promise.race([closed, delay(drainMs, undefined, { ref: false })])
  child.stdout?.destroy()
  child.stderr?.destroy()
  lines?.end()
  if (refused.length > 0) throw refused[0]
  if (inside === undefined) return finish(exit.code, exit.signal)
  const { code, signal: ended, problem } = await inside.readExit(exit, output.read().output, isStopping)
  return finish(code, ended, problem)
}

/** Exit codes as shells use them. */
const explain = (program: string, cwd: string, error: unknown): [number, null, string] => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!existsSync(cwd)) return [126, null, `${cwd}: no such folder`]
  if (code === 'ENOENT') return [127, null, `${program}: command not found`]
  const why = error instanceof Error ? error.message : String(error)
  return [126, null, `${program}: could not start: ${why}`]
}
