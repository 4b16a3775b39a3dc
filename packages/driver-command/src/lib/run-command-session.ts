import type { ChildProcess, StdioOptions } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { homedir } from 'node:os'
import {
  agentFailure,
  agentPaths,
  baseVariables,
  confine,
  endProcessGroup,
  fullPrompt,
  markProcesses,
  networkVariables,
  programEnvironment,
  openProcess,
  type ProgramExit,
  startProcess,
  temporaryVariables,
  watchSession,
} from '@amelia/agent-process'
import {
  AmeliaError,
  type CallContext,
  type Clock,
  driverError,
  type SessionProgress,
  type SessionRequest,
  type SessionResult,
} from '@amelia/core/plugin'
import type { CommandAgentSettings } from './command-agent-settings.ts'
import { classifyExit } from './classify-exit.ts'
import { collectOutput } from './collect-output.ts'
import { readReset } from './read-reset.ts'
import { fillCommand } from './fill-command.ts'

/** Everything one session needs. */
export interface CommandSession {
  request: SessionRequest
  context: CallContext<SessionProgress>
  settings: CommandAgentSettings
  /** The folder of the workspace. */
  folder: string
  clock: Clock
  environment: Readonly<Record<string, string | undefined>>
}

const inherited = new Set<string>([...baseVariables, ...networkVariables, ...temporaryVariables])

/** How long to wait for the rest of the output after the agent's processes ended, in milliseconds. */
const drainMs = 250

/**
 * Runs the agent's command once. Afterwards none of its processes is running.
 *
 * Stops when the time limit is reached, when the agent prints nothing for too long, and when the signal
 * aborts.
 */
export const runCommandSession = async (session: CommandSession): Promise<SessionResult> => {
  const { request, context, settings, clock } = session
  const own = new AbortController()
  const signal = AbortSignal.any([context.signal, own.signal])
  const marked = markProcesses(request.marker)
  const watch = watchSession({
    agent: settings.name,
    clock,
    wallMs: request.limits.wallMs,
    idleMs: settings.idleTimeoutMs,
    stop: (reason) => own.abort(reason),
  })
  const output = collectOutput({
    onChunk: watch.received,
    onLine(line) {
      if (!signal.aborted) context.emit({ type: 'text', text: line })
    },
  })
  try {
    const exit = await runProgram(session, { ...marked.variables }, output, signal)
    output.end()
    signal.throwIfAborted()
    if (exit.code === 0) return { text: output.text(), usage: {} }
    const limit = output.find((line) => settings.limitPatterns.some((pattern) => pattern.test(line)))
    throw agentFailure({
      agent: settings.name,
      failure: limit === undefined ? classifyExit(exit, settings) : 'rate_limited',
      retryAfterMs: limit === undefined ? undefined : readReset(limit, clock.now()),
      text: `${exit.code === null ? `ended by ${exit.signal}` : `exited with ${exit.code}`}. ${output.tail()}`,
      secret: '',
      advice: '',
    })
  } finally {
    watch.end()
    await marked.end()
  }
}

/** Starts the command and waits until its process group has ended. */
const runProgram = async (
  { request, settings, folder, environment }: CommandSession,
  variables: Record<string, string>,
  output: ReturnType<typeof collectOutput>,
  signal: AbortSignal,
): Promise<ProgramExit> => {
  const prompt = fullPrompt(request)
  const [program = '', ...words] = fillCommand(settings.argv, {
    prompt,
    workspace: folder,
    model: request.model ?? settings.model,
  })
  const readsInput = !settings.argv.some((word) => word.includes('{prompt}'))
  const env = {
    ...programEnvironment(
      environment,
      (name) => inherited.has(name.toUpperCase()) || settings.passEnv.includes(name),
    ),
    ...request.workspace.env,
    ...variables,
  }
  const { confinement } = request.workspace
  const confined =
    confinement &&
    confine([program, ...words], {
      ...{ confinement, workspace: folder, cwd: folder, access: request.access, env },
      own: agentPaths(program, env['HOME'] ?? homedir()),
    })
  let child: ChildProcess
  try {
    const stdio: StdioOptions = [readsInput ? 'pipe' : 'ignore', 'pipe', 'pipe']
    if (confined) stdio.push('pipe')
    const [first = '', ...rest] = confined?.argv ?? [program, ...words]
    const options = { cwd: folder, env: confined?.env ?? env, detached: true, stdio }
    child = await openProcess(() => startProcess(first, rest, options), { signal })
  } catch (error) {
    throw AmeliaError.is(error) ? error : cannotStart(program, error)
  }
  const inside = confined?.follow(child)
  child.stdout?.on('data', output.stdout)
  child.stderr?.on('data', output.stderr)
  // An agent may end without reading its prompt.
  child.stdin?.on('error', () => {})
  child.stdin?.end(prompt)
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const exited = new Promise<ProgramExit>((resolve, reject) => {
    child.on('exit', (code, endedBy) => resolve({ code, signal: endedBy }))
    child.on('error', (error) => reject(cannotStart(program, error)))
  })
  const group = child.pid
  const end = async (): Promise<void> => {
    if (group !== undefined) await endProcessGroup(group, settings.graceMs, () => [], inside?.signalAll)
  }
  let stopping: Promise<void> | undefined
  const stop = (): void => {
    stopping ??= end()
  }
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  try {
    const exit = await exited
    const isStopping = stopping !== undefined
    await (stopping ?? end())
    await Promise.race([closed, delay(drainMs, undefined, { ref: false })])
    if (inside === undefined) return exit
    const found = await inside.readExit(exit, output.tail(), isStopping)
    if (found.problem === undefined) return found
    throw cannotStart(program, { code: found.code === 127 ? 'ENOENT' : '', message: found.problem })
  } finally {
    signal.removeEventListener('abort', stop)
    child.stdout?.destroy()
    child.stderr?.destroy()
  }
}

const cannotStart = (program: string, error: unknown): Error => {
  const { code, message } = error as NodeJS.ErrnoException
  const reason =
    code === 'ENOENT'
      ? 'command not found. Install it, or give its path.'
      : code === 'E2BIG'
        ? 'the prompt is too long for an argument. Leave {prompt} out of the command: it is then written to the standard input.'
        : message
  return driverError('environment', { message: `${program}: ${reason}`, cause: error })
}
