import { type AgentParts, checkTokens, lateExit, watchSession } from '@amelia/agent-process'
import type { CallContext, SessionProgress, SessionRequest, SessionResult } from '@amelia/core/plugin'
import { driverError } from '@amelia/core/plugin'
import { agentEnvironment } from './agent-environment.ts'
import { codexConfig } from './codex-config.ts'
import type { CodexSdk } from './codex-sdk.ts'
import type { CodexSettings } from '../option/codex-settings.ts'
import { describeItem } from './describe-item.ts'
import { followEvents } from './follow-events.ts'
import { guardInput } from './guard-input.ts'
import { openThread } from './open-thread.ts'
import { readFailure } from '../failure/read-failure.ts'
import type { CodexEvent } from './read-event.ts'
import { foldEvent, type SessionOutcome } from './session-outcome.ts'
import { openPlaces, type SessionPlaces } from './session-places.ts'
import { createThreadUsage, type ThreadUsage } from './thread-usage.ts'

/** Everything one session needs. */
export interface CodexSession {
  request: SessionRequest
  context: CallContext<SessionProgress>
  settings: CodexSettings
  parts: Pick<AgentParts, 'clock' | 'environment'>
  sdk: CodexSdk
  /** The folder of the workspace. */
  folder: string
}

/**
 * Runs one session with Codex to its end. Afterwards none of its processes is running.
 *
 * Stops when a limit is reached, when Codex sends no events, and when the signal aborts.
 */
export const runCodexSession = async (session: CodexSession): Promise<SessionResult> => {
  const { request, context, settings, parts } = session
  const own = new AbortController()
  const signal = AbortSignal.any([context.signal, own.signal])
  const places = openPlaces(settings.home, request.marker)
  const usage = createThreadUsage(settings.home, request.resume)
  const reportTokens = countTokens(session, usage, own)
  const watch = watchSession({
    agent: 'Codex',
    clock: parts.clock,
    wallMs: request.limits.wallMs,
    idleMs: settings.idleTimeoutMs,
    stop: (reason) => own.abort(reason),
  })
  const outcome: SessionOutcome = { text: '' }
  const release = guardInput()
  let thrown: unknown
  try {
    await converse(session, places, signal, (event) => {
      watch.received()
      foldEvent(outcome, event)
      if (event.type === 'started') usage.begin(event.threadId)
      if (event.type === 'completed') watch.completed()
      const progress = event.type === 'item' ? describeItem(event, session.folder) : undefined
      if (progress) context.emit(progress)
      reportTokens()
    })
  } catch (error) {
    thrown = error
  } finally {
    watch.end()
    await places.close()
    release()
  }

  const isDone = outcome.totals !== undefined && signal.reason === lateExit
  if (outcome.totals === undefined) reportTokens()
  if (signal.aborted && !isDone) throw signal.reason
  return readResult(session, outcome, usage, thrown)
}

/** Runs the turn until it ends or the signal aborts. */
const converse = async (
  { request, settings, parts, sdk, folder }: CodexSession,
  places: SessionPlaces,
  signal: AbortSignal,
  onEvent: (event: CodexEvent) => void,
): Promise<void> => {
  const client = new sdk.Codex({
    env: { ...agentEnvironment(settings, parts.environment, places.temporary), ...places.variables },
    config: codexConfig(settings),
  })
  const thread = openThread(client, request, settings, folder)
  const { outputSchema } = request
  const { events } = await thread.runStreamed(request.prompt, {
    signal,
    ...(outputSchema === undefined ? {} : { outputSchema }),
  })
  await followEvents(events, signal, onEvent)
}

/** Creates a function that reports the usage when it has grown, and stops the session at its token limit. */
const countTokens = (
  { request: { limits }, context }: CodexSession,
  usage: ThreadUsage,
  own: AbortController,
): (() => void) => {
  let reported = 0
  return () => {
    const used = usage.read()
    const total = (used?.inputTokens ?? 0) + (used?.outputTokens ?? 0)
    if (used === undefined || total <= reported) return
    reported = total
    context.emit({ type: 'usage', usage: used })
    const exceeded = checkTokens(used, limits.tokens)
    if (exceeded) own.abort(exceeded)
  }
}

const readResult = (
  { request, settings, parts }: CodexSession,
  { threadId, text, totals, failed, error }: SessionOutcome,
  usage: ThreadUsage,
  thrown: unknown,
): SessionResult => {
  if (totals === undefined) {
    const message = failed ?? error
    if (message === undefined && thrown === undefined)
      throw driverError('agent_failed', { message: 'Codex ended without completing its turn.' })
    throw readFailure({ ...(message === undefined ? {} : { message }), thrown }, settings, parts.clock.now())
  }
  const output = request.outputSchema === undefined ? undefined : parseJson(text)
  return {
    ...(threadId === undefined ? {} : { sessionId: threadId }),
    text,
    ...(output === undefined ? {} : { output }),
    usage: usage.finish(totals),
  }
}

/** Undefined for invalid JSON: the caller then reads the text. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
