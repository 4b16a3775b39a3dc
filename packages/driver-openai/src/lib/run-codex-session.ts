import type { CallContext, SessionProgress, SessionRequest, SessionResult } from '@amelia/core/plugin'
import { driverError } from '@amelia/core/plugin'
import { agentEnvironment } from './agent-environment.ts'
import { codexConfig } from './codex-config.ts'
import type { CodexParts } from './codex-options.ts'
import type { CodexSdk } from './codex-sdk.ts'
import type { CodexSettings } from './codex-settings.ts'
import { describeItem } from './describe-item.ts'
import { followEvents } from './follow-events.ts'
import { guardInput } from './guard-input.ts'
import { openThread } from './open-thread.ts'
import { readFailure } from './read-failure.ts'
import type { CodexEvent } from './read-event.ts'
import { foldEvent, type SessionOutcome } from './session-outcome.ts'
import { openPlaces, type SessionPlaces } from './session-places.ts'
import { createThreadUsage, type ThreadUsage } from './thread-usage.ts'
import { lateExit, watchSession } from './watch-session.ts'

/** What a session is run with. */
export interface CodexSession {
  request: SessionRequest
  context: CallContext<SessionProgress>
  settings: CodexSettings
  parts: Pick<CodexParts, 'clock' | 'environment'>
  sdk: CodexSdk
  /** The folder of the workspace. */
  folder: string
}

/**
 * One session with Codex, to its end: then none of its processes is left.
 *
 * It stops by itself for its limits, for silence, and when the signal aborts.
 */
export const runCodexSession = async (session: CodexSession): Promise<SessionResult> => {
  const { request, context, settings, parts } = session
  const own = new AbortController()
  const signal = AbortSignal.any([context.signal, own.signal])
  const places = openPlaces(settings.home)
  const usage = createThreadUsage(settings.home, request.resume)
  const tokens = countTokens(session, usage, own)
  const watch = watchSession({
    clock: parts.clock,
    wallMs: request.limits.wallMs,
    idleMs: settings.idleTimeoutMs,
    stop: (reason) => own.abort(reason),
  })
  const outcome: SessionOutcome = { text: '' }
  const release = guardInput()
  let thrown: unknown
  try {
    await talk(session, places, signal, (event) => {
      watch.heard()
      foldEvent(outcome, event)
      if (event.type === 'started') usage.begin(event.threadId)
      if (event.type === 'completed') watch.done()
      const progress = event.type === 'item' ? describeItem(event, session.folder) : undefined
      if (progress) context.emit(progress)
      tokens()
    })
  } catch (error) {
    thrown = error
  } finally {
    watch.end()
    await places.close()
    release()
  }

  const isDone = outcome.totals !== undefined && signal.reason === lateExit
  if (outcome.totals === undefined) tokens()
  if (signal.aborted && !isDone) throw signal.reason
  return readResult(session, outcome, usage, thrown)
}

const talk = async (
  { request, settings, parts, sdk, folder }: CodexSession,
  places: SessionPlaces,
  signal: AbortSignal,
  onEvent: (event: CodexEvent) => void,
): Promise<void> => {
  const client = new sdk.Codex({
    env: agentEnvironment(settings, parts.environment, places),
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

/** Tells what was used so far when it has grown, and ends the session whose tokens are used up. */
const countTokens = (
  { request: { limits }, context }: CodexSession,
  usage: ThreadUsage,
  own: AbortController,
): (() => void) => {
  let told = 0
  return () => {
    const used = usage.read()
    const total = (used?.inputTokens ?? 0) + (used?.outputTokens ?? 0)
    if (used === undefined || total <= told) return
    told = total
    context.emit({ type: 'usage', usage: used })
    if (limits.tokens !== undefined && total >= limits.tokens)
      own.abort(driverError('budget_exceeded', { message: `All ${limits.tokens} tokens are used up.` }))
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
    usage: usage.settle(totals),
  }
}

/** An answer that is no JSON is read as text by who asked for it. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
