import { lateExit, watchSession } from '@amelia/agent-process'
import type { SessionResult } from '@amelia/core/plugin'
import { readCrash, readFailure } from '../failure/read-failure.ts'
import type { ProgramEnd } from '../program/program-end.ts'
import { readCost } from '../transcript/read-cost.ts'
import { createSessionUsage, type SessionUsage } from '../usage/session-usage.ts'
import type { ClaudeSession } from './claude-session.ts'
import { converse } from './converse.ts'
import { type Conversation, openConversation, readTranscriptEntries } from './open-conversation.ts'
import { type Outcome, readReset, receiveMessages } from './receive-messages.ts'

/**
 * Runs one session with Claude to its end. Afterwards none of its processes is running.
 *
 * Stops when a limit is reached, when the agent sends no messages, when it waits too long for the provider,
 * and when the signal aborts. Usage is counted up to the end, also that of a killed session.
 */
export const runClaudeSession = async (session: ClaudeSession): Promise<SessionResult> => {
  const { request, context, settings, parts, records, input } = session
  const conversation = await openConversation(session)
  context.signal.throwIfAborted()
  const { sessionId } = conversation
  context.emit({ type: 'session', sessionId })
  void records.write(sessionId, conversation.record)

  const own = new AbortController()
  const signal = AbortSignal.any([context.signal, own.signal])
  const usage = createSessionUsage(conversation.cost?.usd, session.prices)
  const watch = watchSession({
    agent: 'Claude',
    clock: parts.clock,
    wallMs: request.limits.wallMs,
    idleMs: settings.idleTimeoutMs,
    stop: (reason) => own.abort(reason),
  })
  const outcome: Outcome = {}
  const receive = receiveMessages(session, { conversation, outcome, usage, signal, own })
  const end = await converse(session, conversation, signal, (message) => {
    watch.received()
    if (message?.kind === 'command') input.note(message.id, message.state)
    if (message?.kind === 'result' && input.complete(message.failed)) watch.completed()
    return message && receive(message)
  })
  input.end()
  watch.end()
  await records.write(sessionId, conversation.record)
  await completeUsage(session, conversation, usage)

  const isDone = outcome.result !== undefined && signal.reason === lateExit
  if (signal.aborted && !isDone) throw signal.reason
  return readResult(session, { conversation, outcome, usage, end })
}

/** Completes the dollars of a session whose last turn has no result: it was stopped or killed. */
const completeUsage = async (
  { context, home }: ClaudeSession,
  { sessionId, cost }: Conversation,
  usage: SessionUsage,
): Promise<void> => {
  if (!usage.lacksDollars()) return
  const entries = cost && (await readTranscriptEntries(home, sessionId))
  const now = entries && readCost(entries)
  const isTold = cost !== undefined && now !== undefined && now.times > cost.times
  const completed = usage.end(isTold ? Math.max(0, now.usd - cost.usd) : undefined)
  if (completed.usd !== undefined) context.emit({ type: 'usage', usage: completed })
}

interface Ending {
  conversation: Conversation
  outcome: Outcome
  usage: SessionUsage
  end: ProgramEnd
}

const readResult = (
  { request, settings, parts }: ClaudeSession,
  { conversation, outcome, usage, end }: Ending,
): SessionResult => {
  const { sessionId = conversation.sessionId, result, error } = outcome
  if (result === undefined) throw readCrash(end, settings)
  const { failed, text, output } = result
  if (failed) {
    const facts = { ...result, error: error ?? result.errorType }
    const resetsAt = readReset(outcome, facts)
    throw readFailure(facts, settings, resetsAt && resetsAt - parts.clock.now())
  }
  return {
    sessionId,
    text,
    ...(request.outputSchema === undefined || output === undefined ? {} : { output }),
    usage: usage.now(),
  }
}
