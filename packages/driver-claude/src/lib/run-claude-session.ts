import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import type { CallContext, SessionProgress, SessionRequest, SessionResult } from '@amelia/core/plugin'
import { driverError } from '@amelia/core/plugin'
import type { ClaudeParts } from './claude-options.ts'
import type { ClaudeQuery, ClaudeSdk } from './claude-sdk.ts'
import type { ClaudeSettings } from './claude-settings.ts'
import { describeTool, plainName, plainText } from './describe-tool.ts'
import { endMarkedProcesses } from './end-marked-processes.ts'
import { guardSession } from './guard-session.ts'
import { readCrash, readFailure } from './read-failure.ts'
import { type AgentMessage, type AgentResult, readMessage } from './read-message.ts'
import { sessionOptions } from './session-options.ts'
import { createSessionUsage, type SessionUsage } from './session-usage.ts'
import { startProgram } from './start-program.ts'
import { exitMs, lateExit, watchSession } from './watch-session.ts'

/** What a session is run with. */
export interface ClaudeSession {
  request: SessionRequest
  context: CallContext<SessionProgress>
  settings: ClaudeSettings
  parts: Pick<ClaudeParts, 'clock' | 'environment'>
  sdk: ClaudeSdk
  /** The folder of the workspace. */
  folder: string
  /** Dollars of each conversation so far, by the id of its session. */
  spent: Map<string, number>
}

/** What a session's messages come to. */
interface Outcome {
  sessionId?: string
  result?: AgentResult
  /** The last reason why an answer was none. */
  error?: string
  resetsAt?: number
  thrown?: unknown
  errorOutput: string
}

/** Milliseconds in which a session that is stopped may still say what it used. */
const lastWordsMs = 1_500

/**
 * One session with Claude, to its end: then none of its processes is left.
 *
 * It stops by itself for its limits, for silence, and when the signal aborts. Then the agent is interrupted first, as it ends its running
 * command and tells what it used, and is ended when it does not.
 */
export const runClaudeSession = async (session: ClaudeSession): Promise<SessionResult> => {
  const { request, context, settings, parts } = session
  const own = new AbortController()
  const signal = AbortSignal.any([context.signal, own.signal])
  const usage = createSessionUsage(request.resume === undefined ? 0 : session.spent.get(request.resume))
  const watch = watchSession({
    clock: parts.clock,
    wallMs: request.limits.wallMs,
    idleMs: settings.idleTimeoutMs,
    stop: (reason) => own.abort(reason),
  })
  const outcome: Outcome = { errorOutput: '' }
  const hear = createListener(session, { outcome, usage, signal, own })
  await talk(session, outcome, signal, (message) => {
    watch.heard()
    if (message?.kind === 'result') watch.done()
    if (message) hear(message)
  })
  watch.end()

  const { sessionId, result } = outcome
  if (sessionId !== undefined && result?.totalUsd !== undefined) session.spent.set(sessionId, result.totalUsd)
  const isDone = result !== undefined && signal.reason === lateExit
  if (signal.aborted && !isDone) throw signal.reason
  return readResult(session, outcome, usage)
}

/** Has the conversation until it ends or is to end. Afterwards no process of it runs. */
const talk = async (
  session: ClaudeSession,
  outcome: Outcome,
  signal: AbortSignal,
  onMessage: (message: AgentMessage | undefined) => void,
): Promise<void> => {
  const { request, settings, parts, sdk, folder } = session
  const abortController = new AbortController()
  const marker = randomUUID()
  const guard = guardSession(marker)
  let exited: Promise<unknown> = Promise.resolve()
  try {
    const query = sdk.query({
      prompt: request.prompt,
      options: sessionOptions({
        request,
        settings,
        environment: parts.environment,
        folder,
        marker,
        abortController,
        start(wanted) {
          const child = startProgram(wanted, {
            apiKey: settings.apiKey,
            onErrorOutput: (tail) => (outcome.errorOutput = tail),
          })
          exited = once(child, 'exit').catch(() => {})
          return child
        },
      }),
    })
    const reading = readAll(query, onMessage).catch((error: unknown) => {
      outcome.thrown = error
    })
    await Promise.race([reading, untilAborted(signal)])
    // The program writes the session down at its very end.
    if (!signal.aborted) await atMost(session, exitMs, exited)
    else if (signal.reason !== lateExit)
      await atMost(session, lastWordsMs, Promise.all([query.interrupt(), reading]))
  } catch (error) {
    outcome.thrown = error
  } finally {
    abortController.abort()
    await endMarkedProcesses(marker)
    guard.dismiss()
  }
}

/** Says each message, and once nothing for one that means nothing: that is a sign of life too. */
const readAll = async (
  query: ClaudeQuery,
  onMessage: (message: AgentMessage | undefined) => void,
): Promise<void> => {
  for await (const message of query) {
    onMessage(undefined)
    for (const part of readMessage(message)) onMessage(part)
  }
}

const untilAborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort')
}

/** Waits for the end of something, whatever the end, and not for ever. */
const atMost = async ({ parts }: ClaudeSession, ms: number, end: Promise<unknown>): Promise<void> => {
  const over = new AbortController()
  const settled = end.then(
    () => {},
    () => {},
  )
  await Promise.race([settled, parts.clock.wait(ms, over.signal).catch(() => {})])
  over.abort()
}

interface Listening {
  outcome: Outcome
  usage: SessionUsage
  signal: AbortSignal
  /** Ends the session. */
  own: AbortController
}

/** Takes each message in: shows it, counts it, keeps what the end is told by, and ends the session where it has to end. */
const createListener = (
  { request, context, settings, parts }: ClaudeSession,
  { outcome, usage, signal, own }: Listening,
): ((message: AgentMessage) => void) => {
  const { tokens } = request.limits
  const show = (progress: SessionProgress): void => {
    // Of a session that is being stopped, only what it used is of interest.
    if (!signal.aborted || progress.type === 'usage') context.emit(progress)
  }
  const keep = (message: AgentMessage): void => {
    if (message.kind === 'session') outcome.sessionId = message.id
    if (message.kind === 'error') outcome.error = message.error
    if (message.kind === 'limit') outcome.resetsAt = message.resetsAt
    if (message.kind === 'result') outcome.result = message
    if (message.kind === 'text') show({ type: 'text', text: plainText(message.text) })
    if (message.kind === 'tool')
      show({ type: 'tool', name: plainName(message.name), summary: describeTool(message.input) })
    if (message.kind === 'retry') own.abort(retryFailure(message, settings, waitUntilReset(outcome, parts)))
  }
  return (message) => {
    keep(message)
    if (!usage.take(message)) return
    const used = usage.now()
    show({ type: 'usage', usage: used })
    if (tokens !== undefined && (used.inputTokens ?? 0) + (used.outputTokens ?? 0) >= tokens)
      own.abort(driverError('budget_exceeded', { message: `All ${tokens} tokens are used up.` }))
  }
}

/** The agent would try again by itself, which is the engine's to decide. No answer at all is a failure of the network. */
const retryFailure = (
  { status, error, delayMs }: Extract<AgentMessage, { kind: 'retry' }>,
  settings: ClaudeSettings,
  resetMs: number | undefined,
): Error => {
  const name = status === undefined && error === 'unknown' ? 'connection_failed' : error
  const text = `the server's answer was no use (${name.replaceAll('_', ' ')}).`
  return readFailure({ status, error: name, text }, settings, resetMs ?? delayMs)
}

const waitUntilReset = ({ resetsAt }: Outcome, { clock }: ClaudeSession['parts']): number | undefined =>
  resetsAt === undefined ? undefined : resetsAt - clock.now()

const readResult = (
  { request, settings, parts }: ClaudeSession,
  outcome: Outcome,
  usage: SessionUsage,
): SessionResult => {
  const { sessionId, result, error, thrown, errorOutput } = outcome
  if (result === undefined) throw readCrash({ thrown, errorOutput }, settings)
  const { failed, text, output } = result
  if (failed)
    throw readFailure(
      { ...result, error: error ?? result.errorType },
      settings,
      waitUntilReset(outcome, parts),
    )
  return {
    ...(sessionId === undefined ? {} : { sessionId }),
    text,
    ...(request.outputSchema === undefined || output === undefined ? {} : { output }),
    usage: usage.now(),
  }
}
