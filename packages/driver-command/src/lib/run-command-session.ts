import type { ChildProcess, StdioOptions } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import {
  agentFailure,
  baseVariables,
  endProcessGroup,
  markProcesses,
  networkVariables,
  programEnvironment,
  openProcess,
  startProcess,
  temporaryVariables,
  watchSession,
} from '@amelia/agent-process'
import {
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
    throw agentFailure({
      agent: settings.name,
      failure: classifyExit(exit, settings),
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
): Promise<{ code: number | null; signal: NodeJS.Signals | null }> => {
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
  let child: ChildProcess
  try {
    const stdio: StdioOptions = [readsInput ? 'pipe' : 'ignore', 'pipe', 'pipe']
    const start = () => startProcess(program, words, { cwd: folder, env, detached: true, stdio })
    child = await openProcess(start, { signal })
  } catch (error) {
    throw cannotStart(program, error)
  }
  child.stdout?.on('data', output.stdout)
  child.stderr?.on('data', output.stderr)
  // An agent may end without reading its prompt.
  child.stdin?.on('error', () => {})
  child.stdin?.end(prompt)
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.on('exit', (code, endedBy) => resolve({ code, signal: endedBy }))
    child.on('error', (error) => reject(cannotStart(program, error)))
  })
  const group = child.pid
  const end = async (): Promise<void> => {
    if (group !== undefined) await endProcessGroup(group, settings.graceMs)
  }
  let stopping: Promise<void> | undefined
  const stop = (): void => {
    stopping ??= end()
  }
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  try {
    const exit = await exited
    await (stopping ?? end())
    await Promise.race([closed, delay(drainMs, undefined, { ref: false })])
    return exit
  } finally {
    signal.removeEventListener('abort', stop)
    child.stdout?.destroy()
    child.stderr?.destroy()
  }
}

/** The prompt, with the form of the answer where one is required. */
const fullPrompt = ({ prompt, outputSchema }: SessionRequest): string =>
  outputSchema === undefined
    ? prompt
    : `${prompt.trimEnd()}\n\nEnd your output with one JSON object in a \`\`\`json fence that follows this JSON Schema:\n${JSON.stringify(outputSchema)}\n`

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
