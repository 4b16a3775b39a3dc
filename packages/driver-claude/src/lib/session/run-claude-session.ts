import { once } from 'node:events'
import {
  type AgentParts,
  checkTokens,
  exitMs,
  lateExit,
  markProcesses,
  watchSession,
} from '@amelia/agent-process'
import type { CallContext, SessionProgress, SessionRequest, SessionResult } from '@amelia/core/plugin'
import type { ClaudeQuery, ClaudeSdk } from './claude-sdk.ts'
import type { ClaudeSettings } from '../option/claude-settings.ts'
import { describeTool, plainName, plainText } from '../tool/describe-tool.ts'
import { readCrash, readFailure } from '../failure/read-failure.ts'
import { type AgentMessage, type AgentResult, readMessage } from './read-message.ts'
import { sessionOptions } from './session-options.ts'
import { createSessionUsage, type SessionUsage } from './session-usage.ts'
import { startProgram } from './start-program.ts'

/** Everything one session needs. */
export interface ClaudeSession {
  request: SessionRequest
  context: CallContext<SessionProgress>
  settings: ClaudeSettings
  parts: Pick<AgentParts, 'clock' | 'environment'>
  sdk: ClaudeSdk
  /** The folder of the workspace. */
  folder: string
  /** Dollars spent on each conversation, by session id. */
  spent: Map<string, number>
}

/** The relevant content of a session's messages. */
interface Outcome {
  sessionId?: string
  result?: AgentResult
  /** The last error of a response. */
  error?: string
  resetsAt?: number
  thrown?: unknown
  errorOutput: string
}

/** How long a stopped session may take to report its usage, in milliseconds. */
const lastWordsMs = 1_500

/**
 * Runs one session with Claude to its end. Afterwards none of its processes is running.
 *
 * Stops when a limit is reached, when the agent sends no messages, and when the signal aborts. An interrupt
 * comes first, which lets the agent end its running command and report its usage; its program is ended if it
 * does not react.
 */
export const runClaudeSession = async (session: ClaudeSession): Promise<SessionResult> => {
  const { request, context, settings, parts } = session
  const own = new AbortController()
  const signal = AbortSignal.any([context.signal, own.signal])
  const usage = createSessionUsage(request.resume === undefined ? 0 : session.spent.get(request.resume))
  const watch = watchSession({
    agent: 'Claude',
    clock: parts.clock,
    wallMs: request.limits.wallMs,
    idleMs: settings.idleTimeoutMs,
    stop: (reason) => own.abort(reason),
  })
  const outcome: Outcome = { errorOutput: '' }
  const receive = createReceiver(session, { outcome, usage, signal, own })
  await converse(session, outcome, signal, (message) => {
    watch.received()
    if (message?.kind === 'result') watch.completed()
    if (message) receive(message)
  })
  watch.end()

  const { sessionId, result } = outcome
  if (sessionId !== undefined && result?.totalUsd !== undefined) session.spent.set(sessionId, result.totalUsd)
  const isDone = result !== undefined && signal.reason === lateExit
  if (signal.aborted && !isDone) throw signal.reason
  return readResult(session, outcome, usage)
}

/** Runs the conversation until it ends or the signal aborts, and ends its processes. */
const converse = async (
  session: ClaudeSession,
  outcome: Outcome,
  signal: AbortSignal,
  onMessage: (message: AgentMessage | undefined) => void,
): Promise<void> => {
  const { request, settings, parts, sdk, folder } = session
  const abortController = new AbortController()
  const processes = markProcesses(request.marker)
  let exited: Promise<unknown> = Promise.resolve()
  try {
    const query = sdk.query({
      prompt: request.prompt,
      options: sessionOptions({
        request,
        settings,
        environment: parts.environment,
        folder,
        variables: processes.variables,
        abortController,
        start(command) {
          const child = startProgram(command, {
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
    // The program saves the session just before it exits.
    if (!signal.aborted) await atMost(session, exitMs, exited)
    else if (signal.reason !== lateExit)
      await atMost(session, lastWordsMs, Promise.all([query.interrupt(), reading]))
  } catch (error) {
    outcome.thrown = error
  } finally {
    abortController.abort()
    await processes.end()
  }
}

/**
 * Passes on all messages. Each one is first announced as undefined: unknown messages count as activity too.
 */
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

/** Waits until a promise settles, at most this many milliseconds. Ignores its result. */
const atMost = async ({ parts }: ClaudeSession, ms: number, end: Promise<unknown>): Promise<void> => {
  const over = new AbortController()
  const settled = end.then(
    () => {},
    () => {},
  )
  await Promise.race([settled, parts.clock.wait(ms, over.signal).catch(() => {})])
  over.abort()
}

interface Receiving {
  outcome: Outcome
  usage: SessionUsage
  signal: AbortSignal
  /** Ends the session. */
  own: AbortController
}

/**
 * Creates the receiver of messages: emits progress, counts usage, keeps the outcome, and stops the session at
 * its limits.
 */
const createReceiver = (
  { request, context, settings, parts }: ClaudeSession,
  { outcome, usage, signal, own }: Receiving,
): ((message: AgentMessage) => void) => {
  const emit = (progress: SessionProgress): void => {
    // While a session is being stopped, only its usage matters.
    if (!signal.aborted || progress.type === 'usage') context.emit(progress)
  }
  const keep = (message: AgentMessage): void => {
    if (message.kind === 'session') outcome.sessionId = message.id
    if (message.kind === 'error') outcome.error = message.error
    if (message.kind === 'limit') outcome.resetsAt = message.resetsAt
    if (message.kind === 'result') outcome.result = message
    if (message.kind === 'text') emit({ type: 'text', text: plainText(message.text) })
    if (message.kind === 'tool')
      emit({ type: 'tool', name: plainName(message.name), summary: describeTool(message.input) })
    if (message.kind === 'retry') own.abort(retryFailure(message, settings, waitUntilReset(outcome, parts)))
  }
  return (message) => {
    keep(message)
    if (!usage.add(message)) return
    const used = usage.now()
    emit({ type: 'usage', usage: used })
    const exceeded = checkTokens(used, request.limits.tokens)
    if (exceeded) own.abort(exceeded)
  }
}

/**
 * Turns an announced retry into a failure: the run decides about retries. Without any response, the network
 * failed.
 */
const retryFailure = (
  { status, error, delayMs }: Extract<AgentMessage, { kind: 'retry' }>,
  settings: ClaudeSettings,
  resetMs: number | undefined,
): Error => {
  const name = status === undefined && error === 'unknown' ? 'connection_failed' : error
  const text = `the request to the server failed (${name.replaceAll('_', ' ')}).`
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
