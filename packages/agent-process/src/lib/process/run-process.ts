import type { ChildProcess, StdioOptions } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { CommandResult } from '@amelia/core/plugin'
import { createBoundedOutput } from './bounded-output.ts'
import { endProcessGroup } from './end-process-group.ts'
import { startProcess } from './start-process.ts'

/** A process to run until its end. */
export interface ProcessRequest {
  /** The program and its arguments. It is started without a shell. */
  argv: string[]
  /** The folder that the process starts in. */
  cwd: string
  /** The complete environment of the process, to which only a mark is added. */
  env: Record<string, string>
  /** When it aborts, the process and those that it started get TERM, then KILL. */
  signal: AbortSignal
  /** Milliseconds between TERM and KILL. */
  graceMs: number
  /** The most characters of output to keep. */
  outputLimit: number
  /** Text for the standard input, which is then closed. Default: no standard input. */
  input?: string
  /**
   * Receives the standard output in chunks, as it arrives. If it throws, the process is ended, and
   * `runProcess` rejects with the error.
   */
  onStdout?(chunk: Uint8Array): void
}

/**
 * The variable that marks the processes of a command at any depth. A nested command carries the marks of
 * both.
 */
const markerName = 'AMELIA_COMMAND'

/** How long to wait for the rest of the output after the last known process ended, in milliseconds. */
const drainMs = 250

/**
 * Runs one program in its own process group, and ends the group with it.
 *
 * When the signal aborts, the group gets TERM, then KILL, and so do the processes it started outside the
 * group, as far as {@link endProcessGroup} finds them. When the program exits by itself, the rest of its
 * group is ended in the same way. Processes that left the group on purpose, such as the daemon of a build
 * tool, keep running, and a pipe that they keep open is not waited for. A program that cannot start yields
 * exit code 126 or 127 and an explanation as output. Rejects only with an error of `onStdout`.
 */
export const runProcess = async (request: ProcessRequest): Promise<CommandResult> => {
  const { argv, cwd, env, signal, graceMs, outputLimit, input } = request
  const started = performance.now()
  const output = createBoundedOutput(outputLimit)
  const finish = (exitCode: number | null, ended: string | null, message?: string): CommandResult => ({
    exitCode,
    ...(ended === null ? {} : { signal: ended }),
    ...(message === undefined ? output.read() : { output: message, truncated: false }),
    durationMs: Math.round(performance.now() - started),
  })
  if (signal.aborted) return finish(null, 'SIGTERM', '')
  const [program = '', ...args] = argv
  const marker = randomUUID()
  let child: ChildProcess
  try {
    const marked = { ...env, [markerName]: [process.env[markerName], marker].filter(Boolean).join(' ') }
    const stdio: StdioOptions = [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe']
    child = startProcess(program, args, { cwd, env: marked, detached: true, stdio })
  } catch (error) {
    return finish(...explain(program, cwd, error))
  }
  child.stdout?.on('data', output.stream())
  child.stderr?.on('data', output.stream())
  // A program may end without reading its input.
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const exited = new Promise<{ code: number | null; ended: string | null } | Error>((resolve) => {
    child.on('exit', (code, ended) => resolve({ code, ended }))
    child.on('error', resolve)
  })
  const group = child.pid
  let ending: Promise<void> | undefined
  const end = (mark?: string): void => {
    if (group !== undefined) ending ??= endProcessGroup(group, graceMs, mark)
  }
  const stop = (): void => end(marker)
  signal.addEventListener('abort', stop, { once: true })
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
    return finish(...explain(program, cwd, exit))
  }
  end()
  await ending
  signal.removeEventListener('abort', stop)
  await Promise.race([closed, delay(drainMs, undefined, { ref: false })])
  child.stdout?.destroy()
  child.stderr?.destroy()
  if (refused.length > 0) throw refused[0]
  return finish(exit.code, exit.ended)
}

/** Exit codes as shells use them. */
const explain = (program: string, cwd: string, error: unknown): [number, null, string] => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!existsSync(cwd)) return [126, null, `${cwd}: no such folder`]
  if (code === 'ENOENT') return [127, null, `${program}: command not found`]
  const why = error instanceof Error ? error.message : String(error)
  return [126, null, `${program}: could not start: ${why}`]
}
