import { setTimeout as delay } from 'node:timers/promises'
import { boundLine, checkTokens } from '@amelia/agent-process'
import type { SessionProgress, SessionWait } from '@amelia/core/plugin'
import { classifyFailure, type FailureFacts } from '../failure/classify-failure.ts'
import { readFailure } from '../failure/read-failure.ts'
import { describeTool, plainName, plainText } from '../tool/describe-tool.ts'
import { findTranscript } from '../transcript/find-transcript.ts'
import { readProviderMessage } from '../transcript/read-provider-message.ts'
import type { SessionUsage } from '../usage/session-usage.ts'
import { trackWaits } from '../wait/track-waits.ts'
import type { ClaudeSession } from './claude-session.ts'
import type { Conversation } from './open-conversation.ts'
import type { AgentMessage, AgentResult } from '../message/read-message.ts'

/** The relevant content of a session's messages. */
export interface Outcome {
  sessionId?: string
  result?: AgentResult
  /** The last error of a response. */
  error?: string
  /** The reset of a subscription's limit that stops the session now, in milliseconds since 1970. */
  resetsAt?: number
}

export interface Receiving {
  conversation: Conversation
  outcome: Outcome
  usage: SessionUsage
  signal: AbortSignal
  /** Ends the session. */
  own: AbortController
}

type Retry = Extract<AgentMessage, { kind: 'retry' }>

/**
 * Creates the receiver of messages: emits progress, counts usage, keeps the outcome, records the last message
 * that the transcript must contain, and stops the session at its limits.
 */
export const receiveMessages = (
  session: ClaudeSession,
  { conversation, outcome, usage, signal, own }: Receiving,
): ((message: AgentMessage) => Promise<void>) => {
  const { request, context, settings, parts, records } = session
  const waits = trackWaits(() => parts.clock.now())
  let last: string | undefined
  let received: string | undefined
  let isAnswered = false
  const emit = (progress: SessionProgress): void => {
    // While a session is being stopped, only its usage matters.
    if (!signal.aborted || progress.type === 'usage') context.emit(progress)
  }

  const remember = (message: string | undefined): void => {
    const { record, sessionId } = conversation
    if (message === undefined || message === record.message) return
    record.message = message
    void records.write(sessionId, record)
  }

  const wait = async (retry: Retry): Promise<void> => {
    const { again, sumMs, asked } = waits.announce(retry)
    if (again) return
    const told = await readRefusal(session, conversation, retry, signal)
    const facts = retryFacts(retry, told)
    const now = parts.clock.now()
    const askedUntil = asked ? now + retry.delayMs : undefined
    const until = readReset(outcome, facts) ?? askedUntil
    const failure = readFailure(facts, settings, until && until - now)
    const reason = waitReasonOf(failure.details.class)
    // The agent also repeats what waiting does not fix, such as a request with a rejected key.
    if (reason === undefined || sumMs > settings.waitLimitMs) {
      // Without any answer, the session has used nothing.
      if (!isAnswered) emit({ type: 'usage', usage: { ...usage.now(), usd: 0 } })
      return own.abort(failure)
    }
    emit({
      type: 'waiting',
      reason,
      ...(until === undefined ? {} : { until }),
      ...(told === undefined ? {} : { message: told }),
    })
  }

  const keep = (message: AgentMessage): void => {
    if (message.kind === 'session') outcome.sessionId = message.id
    if (message.kind === 'error') outcome.error = message.error
    if (message.kind === 'limit') outcome.resetsAt = message.resetsAt
    if (message.kind === 'message') last = message.id
    if (message.kind === 'text') emit({ type: 'text', text: plainText(message.text) })
    if (message.kind === 'tool')
      emit({ type: 'tool', name: plainName(message.name), summary: describeTool(message.input) })
    const items = conversation.todo.add(message)
    if (items) emit({ type: 'todo', items })
    if (message.kind === 'begun') {
      isAnswered = true
      waits.answered()
      // The program writes its transcript with a short delay, so a killed one may lack the last turn.
      if (message.thread === '') {
        delete outcome.resetsAt
        remember(received)
        received = last
      }
    }
    if (message.kind === 'result') {
      // A turn for a person's text need not repeat the output.
      outcome.result = { ...message, output: message.output ?? outcome.result?.output }
      if (!message.failed) remember(last)
    }
  }

  return async (message) => {
    if (message.kind === 'retry') return wait(message)
    keep(message)
    if (!usage.add(message)) return
    const used = usage.now()
    emit({ type: 'usage', usage: used })
    const exceeded = checkTokens(used, request.limits.tokens)
    if (exceeded) own.abort(exceeded)
  }
}

/** The time of the reset that ends a rate limit; undefined for a failure of another class. */
export const readReset = ({ resetsAt }: Outcome, facts: FailureFacts): number | undefined =>
  classifyFailure(facts) === 'rate_limited' ? resetsAt : undefined

const waitReasonOf = (failure: string): SessionWait['reason'] | undefined =>
  failure === 'rate_limited' || failure === 'transient' ? failure : undefined

/** How often, and with which pause, the transcript is read for a refusal that is being written. */
const readings = 10
const pauseMs = 50

/** Reads the provider's own message; undefined if the agent does not write it down soon. */
const readRefusal = async (
  { settings, home }: ClaudeSession,
  { sessionId }: Conversation,
  { attempt }: Retry,
  signal: AbortSignal,
): Promise<string | undefined> => {
  for (let reading = 0; reading < readings && !signal.aborted; reading += 1) {
    // Before the first answer, the file may not exist yet.
    const path = await findTranscript(home, sessionId)
    const text = path && (await readProviderMessage(path, attempt))
    if (text !== undefined) return hide(boundLine(text, 500), settings.apiKey)
    // Real time: the program writes its file whatever the clock of the session shows.
    await delay(pauseMs)
  }
  return undefined
}

const hide = (text: string, secret: string): string =>
  secret.length < 4 ? text : text.replaceAll(secret, '[redacted]')

/**
 * The facts of the failure with which a session ends that waited too long. Without any response, the network
 * failed.
 */
const retryFacts = ({ status, error }: Retry, told: string | undefined): FailureFacts => {
  const name = status === undefined && error === 'unknown' ? 'connection_failed' : error
  const text = told ?? `the request to the server failed (${name.replaceAll('_', ' ')}).`
  return { status, error: name, text }
}
