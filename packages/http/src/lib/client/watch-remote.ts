import type { Clock, RunChange, WatchedEvent } from '@amelia/core'
import { AmeliaError, timerClock } from '@amelia/core/plugin'
import { writePositions } from '../wire/positions.ts'
import { type Send, toError } from './create-sender.ts'
import { type Message, readMessages } from './read-messages.ts'

/** When a client connects again after a lost connection. */
export interface RetryOptions {
  /** Receives each loss of the connection of a watch, and the milliseconds until it is retried. */
  onRetry?: ((error: unknown, delayMs: number) => void) | undefined
}

export interface WatchRemoteOptions extends RetryOptions {
  send: Send
  runs: readonly { runId: string; after?: number }[]
  progress?: boolean | undefined
  views?: boolean | undefined
  signal?: AbortSignal | undefined
  clock?: Clock | undefined
}

/** The longest silence of a stream in milliseconds. The server sends a heartbeat every 15 s. */
const silenceMs = 45_000
const firstDelayMs = 250
const longestDelayMs = 10_000
/** The failures of the server in a row, without an event, after which a watch ends. */
const mostFailures = 10

/** Watches runs over a connection that is opened again, after the last event of each run, when it is lost. */
export async function* watchRemote(
  options: WatchRemoteOptions,
): AsyncGenerator<WatchedEvent | RunChange, void, undefined> {
  const { runs, onRetry } = options
  const clock = options.clock ?? timerClock()
  const positions = new Map(runs.map(({ runId, after = 0 }) => [runId, after]))
  const over = new AbortController()
  const stop = (): void => over.abort()
  options.signal?.addEventListener('abort', stop, { once: true })
  if (options.signal?.aborted) stop()
  let delayMs = firstDelayMs
  let failures = 0
  try {
    while (positions.size > 0 && !over.signal.aborted) {
      let cause: unknown = lostConnection()
      try {
        for await (const message of openMessages(options, positions, clock, over.signal)) {
          const event = message && receive(message, positions)
          if (event) {
            delayMs = firstDelayMs
            failures = 0
          }
          if (over.signal.aborted || positions.size === 0) return
          if (event) yield event
        }
      } catch (error) {
        cause = error
      }
      if (over.signal.aborted) return
      if (!isPassing(cause)) throw cause
      // The connection is fine, so a person has to repair the server.
      if (isServerFailure(cause) && ++failures >= mostFailures) throw cause
      onRetry?.(cause, delayMs)
      await clock.wait(delayMs, over.signal).catch(() => {})
      delayMs = Math.min(delayMs * 2, longestDelayMs)
    }
  } finally {
    stop()
    options.signal?.removeEventListener('abort', stop)
  }
}

/** Opens a stream after the positions, and yields its messages. Throws if it is silent for too long. */
async function* openMessages(
  { send, progress, views }: WatchRemoteOptions,
  positions: ReadonlyMap<string, number>,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<Message | undefined, void, undefined> {
  const query = new URLSearchParams([...positions.keys()].map((runId): [string, string] => ['run', runId]))
  if (progress) query.set('progress', 'true')
  if (views) query.set('views', 'true')
  const headers = { accept: 'text/event-stream', 'last-event-id': writePositions(positions) }
  const closing = new AbortController()
  const response = await send(`/v1/events?${query.toString()}`, {
    headers,
    signal: AbortSignal.any([signal, closing.signal]),
  })
  try {
    if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
      throw toError(undefined, response.status)
    yield* readMessages(readChunks(response.body, clock, signal))
  } finally {
    closing.abort()
  }
}

async function* readChunks(
  body: ReadableStream<Uint8Array>,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader()
  try {
    for (;;) {
      const heard = new AbortController()
      const silence = clock.wait(silenceMs, AbortSignal.any([heard.signal, signal]), 'poll').then(
        () => Promise.reject(lostConnection()),
        () => ({ done: true, value: undefined }) as const,
      )
      const { done, value } = await Promise.race([reader.read(), silence]).finally(() => heard.abort())
      silence.catch(() => {})
      if (done || !value) return
      yield value
    }
  } catch (error) {
    throw AmeliaError.is(error) ? error : lostConnection(error)
  } finally {
    reader.cancel().catch(() => {})
  }
}

/** Takes a message, and returns its event if it is the next one. */
const receive = (message: Message, positions: Map<string, number>): WatchedEvent | RunChange | undefined => {
  const value = parse(message.data)
  const { runId } = value
  if (message.event === 'watch_failed') throw toError(value.error)
  if (message.event === 'watch_ended') positions.delete(String(runId))
  if (message.event !== undefined || typeof runId !== 'string') return undefined
  const known = positions.get(runId)
  if (known === undefined) return undefined
  const event = value as unknown as WatchedEvent | RunChange
  if (!('seq' in event)) return event
  if (event.seq <= known) return undefined
  if (event.seq !== known + 1) throw lostConnection()
  positions.set(runId, event.seq)
  return event
}

const parse = (data: string): Record<string, unknown> => {
  try {
    return JSON.parse(data) as Record<string, unknown>
  } catch (error) {
    throw lostConnection(error)
  }
}

/** Whether the same request may succeed later. */
const isPassing = (error: unknown): boolean => {
  if (AmeliaError.is(error, 'SERVER_UNREACHABLE')) return isPassingStatus(error.details.status)
  if (AmeliaError.is(error, 'REQUEST_REFUSED')) return isPassingStatus(error.details.status)
  return isServerFailure(error)
}

const isServerFailure = (error: unknown): boolean =>
  AmeliaError.is(error, 'STORE_FAILED') || AmeliaError.is(error, 'INTERNAL')

const isPassingStatus = (status = 503): boolean => status >= 500 || [408, 425, 429].includes(status)

const lostConnection = (cause?: unknown): AmeliaError =>
  new AmeliaError('SERVER_UNREACHABLE', 'The connection to the server was lost.', {}, { cause })
