import { lateExit, watchSession } from '@amelia/agent-process'
import {
  AmeliaError,
  driverError,
  type FailureClass,
  type SessionProgress,
  type SessionRequest,
  type SessionResult,
  type Usage,
} from '@amelia/core/plugin'
import type { CodexSession } from './codex-session.ts'
import { agentEnvironment } from './agent-environment.ts'
import { codexConfig } from './codex-config.ts'
import { describeItem } from './describe-item.ts'
import { followEvents } from './follow-events.ts'
import { followThread } from './follow-thread.ts'
import { openThread } from './open-thread.ts'
import { readBaseRules } from './read-base-rules.ts'
import { inFolder } from './in-folder.ts'
import { hasAnswer } from '../failure/read-last-answer.ts'
import { readFailure } from '../failure/read-failure.ts'
import type { CodexEvent } from './read-event.ts'
import { foldEvent, type SessionOutcome } from './session-outcome.ts'
import { openPlaces, type SessionPlaces } from './session-places.ts'
import { checkThread } from '../thread/check-thread.ts'
import { noTokens, type ThreadTotals } from '../thread/read-thread-line.ts'
import { strictSchema } from './strict-schema.ts'
import { watchProgram } from './watch-program.ts'
import { watchWaits } from './watch-waits.ts'

/**
 * Runs one session with Codex to its end. Afterwards none of its processes is running.
 *
 * Texts of people that wait when a turn has completed are the prompt of another turn of the same thread. The
 * result is that of the last turn, and the usage that of all turns.
 *
 * Stops when a limit is reached, when Codex waits too long or sends no events, and when the signal aborts. A
 * stopped program is killed, and not asked to stop: its model would be told that the user stopped it.
 */
export const runCodexSession = async (session: CodexSession): Promise<SessionResult> => {
  const { request, context, settings, parts, texts } = session
  const lost = request.resume === undefined ? undefined : checkThread(settings.home, request.resume)
  if (lost !== undefined)
    throw driverError('session_lost', { message: `Codex cannot resume ${request.resume}: ${lost}.` })
  const own = new AbortController()
  const signal = AbortSignal.any([context.signal, own.signal])
  const places = openPlaces(settings, request)
  const thread = followThread(session, own)
  const stop = (reason: Error): void => own.abort(reason)
  const emit = (progress: SessionProgress): void => context.emit(progress)
  const watch = watchSession({
    agent: 'Codex',
    clock: parts.clock,
    wallMs: request.limits.wallMs,
    idleMs: settings.idleTimeoutMs,
    stop,
  })
  const waits = watchWaits({ settings, clock: parts.clock, emit, stop })
  let outcome: SessionOutcome = { text: '' }
  let thrown: unknown
  let isAnswered = false
  const logged = (text: string): void => {
    isAnswered ||= hasAnswer(text)
    waits.logged(text)
  }
  const receive = (event: CodexEvent): void => {
    watch.received()
    if (event.type === 'error' && waits.failed(event.message)) return
    if (event.type === 'item' || event.type === 'completed') waits.answered()
    if (event.type === 'turn') texts.received()
    foldEvent(outcome, event)
    if (event.type === 'started') thread.begin(event.threadId)
    if (event.type === 'completed') watch.completed()
    if (event.type === 'item' && event.item.type === 'todo') thread.todo(event.item.items)
    const progress = event.type === 'item' ? describeItem(event, session.folder) : undefined
    if (progress) emit(progress)
    thread.report()
  }
  try {
    let turn: Turn | undefined = request
    while (turn) {
      await converse(session, turn, places, signal, logged, receive)
      const { threadId, totals } = outcome
      const canContinue = totals !== undefined && threadId !== undefined && !signal.aborted
      const prompt = canContinue ? texts.take() : undefined
      if (prompt === undefined || threadId === undefined) break
      watch.continued()
      outcome = { threadId, text: '' }
      turn = { prompt, resume: threadId }
    }
  } catch (error) {
    thrown = error
  } finally {
    watch.end()
    waits.end()
    await places.close()
  }

  const isDone = outcome.totals !== undefined && signal.reason === lateExit
  const isAborted = thread.close(outcome.totals === undefined)
  try {
    if (signal.aborted && !isDone) throw signal.reason
    return readResult(session, outcome, thread.finish, { thrown, isAborted })
  } catch (error) {
    // Without any answer, the session has used nothing.
    if (!isAnswered && !thread.isUsed() && isFailure(error, 'transient'))
      emit({ type: 'usage', usage: { ...noTokens } })
    throw error
  }
}

const isFailure = (error: unknown, name: FailureClass): boolean =>
  AmeliaError.is(error, 'DRIVER_FAILED') && error.details.class === name

/** One turn of a thread; without `resume` the first one. */
type Turn = Pick<SessionRequest, 'prompt' | 'resume'>

/** Runs a turn until its program has exited or the signal aborts. */
const converse = async (
  { request, settings, parts, sdk, folder }: CodexSession,
  { prompt, resume }: Turn,
  places: SessionPlaces,
  signal: AbortSignal,
  onLog: (text: string) => void,
  onEvent: (event: CodexEvent) => void,
): Promise<void> => {
  // A resumed thread has its rules in its log.
  const rules = resume === undefined ? await readBaseRules(request.workspace) : undefined
  const client = new sdk.Codex({
    env: { ...agentEnvironment(settings, parts.environment, places.temporary), ...places.variables },
    config: codexConfig(settings, rules),
  })
  const { outputSchema } = request
  const thread = openThread(client, request, resume, settings, folder)
  await watchProgram(onLog, async () => {
    const { events } = await thread.runStreamed(prompt, {
      signal,
      ...(outputSchema === undefined ? {} : { outputSchema: strictSchema(outputSchema) }),
    })
    await inFolder(places.temporary, () => followEvents(events, signal, onEvent))
  })
}

const readResult = (
  { request, settings, parts }: CodexSession,
  { threadId, text, totals, failed, error }: SessionOutcome,
  finish: (totals: ThreadTotals) => Usage,
  { thrown, isAborted }: { thrown: unknown; isAborted: boolean },
): SessionResult => {
  if (totals === undefined) {
    const message = failed ?? error
    if (message === undefined && thrown === undefined && !isAborted)
      throw driverError('agent_failed', { message: 'Codex ended without completing its turn.' })
    const end = { ...(message === undefined ? {} : { message }), thrown, isAborted }
    throw readFailure(end, settings, parts.clock.now())
  }
  const output = request.outputSchema === undefined ? undefined : parseJson(text)
  return {
    ...(threadId === undefined ? {} : { sessionId: threadId }),
    text,
    ...(output === undefined ? {} : { output }),
    usage: finish(totals),
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
