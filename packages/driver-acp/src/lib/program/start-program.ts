import type { ChildProcess, StdioOptions } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  agentPaths,
  type Confined,
  confine,
  endProcessGroup,
  openProcess,
  type ProgramExit,
  startProcess,
} from '@amelia/agent-process'
import { AmeliaError, driverError } from '@amelia/core/plugin'
import { stripAnsi } from '@amelia/core/view'
import type { AcpSettings } from '../option/acp-settings.ts'
import { homeOf } from '../option/home-of.ts'
import type { AcpSession } from '../task/acp-session.ts'

/** An agent's program that runs. */
export interface Program {
  child: ChildProcess
  /** Its end. Rejects with `environment` if it could not start. */
  exited: Promise<ProgramExit>
  /** The end of its error output, as plain text. */
  errorOutput(): string
  /** Ends it and everything that it started. */
  end(): Promise<void>
}

/** The program to start. */
export interface ProgramStart {
  argv: readonly string[]
  cwd: string
  env: Readonly<Record<string, string>>
  stdin: 'pipe' | 'ignore'
  /** Receives each line of the error output. */
  onErrorLine?(line: string): void
}

const longestTail = 4_000
const longestLine = 4_000
/** How long the rest of the output is awaited after the end, in milliseconds. */
const drainMs = 250

/**
 * Starts a program of the agent as the leader of a process group, confined as its workspace says. It sees its
 * own logins and state, and not those of other agents.
 */
export const startProgram = async (
  { request, settings, folder, environment }: Omit<AcpSession, 'context' | 'inputs' | 'clock'>,
  { argv, cwd, env, stdin, onErrorLine }: ProgramStart,
  signal: AbortSignal,
): Promise<Program> => {
  const { confinement } = request.workspace
  const [program = ''] = argv
  const confined =
    confinement &&
    confine(argv, {
      confinement: { ...confinement, hide: [...confinement.hide, ...hiddenSettings(settings, folder)] },
      ...{ workspace: folder, cwd, access: request.access, env: { ...env } },
      own: ownPaths(settings, homeOf(environment)),
    })
  const child = await open(argv, { cwd, env, stdin, confined, signal })
  const inside = confined?.follow(child)
  let tail = ''
  let rest = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    tail = (tail + chunk).slice(-longestTail)
    const lines = (rest + chunk).split('\n')
    rest = (lines.pop() ?? '').slice(-longestLine)
    for (const line of lines) onErrorLine?.(stripAnsi(line).trimEnd())
  })
  // An agent may end before it has read everything.
  child.stdin?.on('error', () => {})
  let ending: Promise<void> | undefined
  const end = (): Promise<void> => {
    ending ??= endProcessGroup(child.pid ?? 0, settings.graceMs, () => [], inside?.signalAll)
    return ending
  }
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const left = new Promise<ProgramExit>((resolve, reject) => {
    child.on('exit', (code, endedBy) => resolve({ code, signal: endedBy }))
    child.on('error', (error) => reject(cannotStart(program, error.message)))
  })
  const exited = left.then(async (exit) => {
    const isStopping = ending !== undefined
    await Promise.race([closed, delay(drainMs, undefined, { ref: false })])
    const found = inside === undefined ? exit : await inside.readExit(exit, tail, isStopping)
    if (found.problem !== undefined) throw cannotStart(program, found.problem)
    return found
  })
  exited.catch(() => {})
  return { child, exited, end, errorOutput: () => stripAnsi(tail).trim() }
}

interface Opening extends Pick<ProgramStart, 'cwd' | 'env' | 'stdin'> {
  confined: Confined | undefined
  signal: AbortSignal
}

const open = async (
  argv: readonly string[],
  { cwd, env, stdin, confined, signal }: Opening,
): Promise<ChildProcess> => {
  const [program = ''] = argv
  const stdio: StdioOptions = [stdin, 'pipe', 'pipe']
  if (confined) stdio.push('pipe')
  const [first = '', ...rest] = confined?.argv ?? argv
  try {
    return await openProcess(
      () => startProcess(first, rest, { cwd, env: confined?.env ?? { ...env }, detached: true, stdio }),
      { signal },
    )
  } catch (error) {
    if (AmeliaError.is(error)) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw cannotStart(program, code === 'ENOENT' ? 'command not found' : message)
  }
}

/** The settings of the workspace that the agent must not see. */
export const hiddenSettings = (
  { profile, projectSettings }: Pick<AcpSettings, 'profile' | 'projectSettings'>,
  folder: string,
): string[] =>
  projectSettings === 'allow'
    ? []
    : profile.projectSettings.map((path) => join(folder, path)).filter((path) => existsSync(path))

/** The folders with the agent's logins and state. They are made: a confinement shows only what exists. */
const ownPaths = ({ profile, argv }: AcpSettings, home: string): string[] => {
  const paths = agentPaths(profile.folders === '' ? (argv[0] ?? '') : profile.folders, home)
  if (profile.folders !== '')
    for (const path of paths) if (extname(path) === '') mkdirSync(path, { recursive: true })
  return paths
}

const cannotStart = (program: string, reason: string): Error =>
  driverError('environment', { message: `${program}: ${reason}. Install it, or give its path.` })
