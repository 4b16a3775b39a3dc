import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClaudeSdk } from '../src/lib/program/claude-sdk.ts'

/** One session of the fake SDK. */
export interface FakeCall {
  prompt: string
  /** Receives the next text, and reports it as the program does; undefined after the last one. */
  next(): Promise<string | undefined>
  options: Record<string, unknown>
  /** Aborts when the program is ended. */
  stopped: AbortSignal
}

/** The messages of a session. */
export type Play = (call: FakeCall) => AsyncIterable<unknown>

export interface FakeSdk extends ClaudeSdk {
  calls: FakeCall[]
  /** The script of the next sessions. */
  play: Play
  /** The transcript of a session: the agent's own folder, without a separate folder for each project. */
  transcriptOf(sessionId: string): string
}

/**
 * Creates an SDK without its program: a test scripts the messages of its sessions.
 *
 * With `home` it stores transcripts there as the program does, and finds no conversation without one.
 */
export const createFakeSdk = (play: Play = greet, home?: string): FakeSdk => {
  const folder = join(home ?? '', 'projects/all')
  const transcriptOf = (id: string): string => join(folder, `${id}.jsonl`)
  const sdk: FakeSdk = {
    calls: [],
    play,
    transcriptOf,
    query({ prompt, options }) {
      const { signal: stopped } = options.abortController as AbortController
      const input = prompt[Symbol.asyncIterator]()
      const received: string[] = []
      const next = async (): Promise<string | undefined> => {
        const { done, value } = await input.next()
        if (done) return undefined
        received.push(value.uuid)
        return value.message.content
      }
      const call: FakeCall = { prompt: '', next, options, stopped }
      sdk.calls.push(call)
      return report(received, play())

      async function* play(): AsyncGenerator<unknown> {
        call.prompt = (await next()) ?? ''
        const id = String(options.resume ?? options.sessionId)
        if (home === undefined) return yield* sdk.play(call)
        if (options.resume !== undefined && !existsSync(transcriptOf(id))) return yield* lost(id)
        mkdirSync(folder, { recursive: true })
        yield* store(transcriptOf(id), call, sdk.play(call))
      }
    },
  }
  return sdk
}

/** As the program writes down a refusal: with the provider's own message, which it does not emit. */
const refusal = { formatted: '429 Slow down, sk-test-key.' }

/** Reports each message of the input before the next message of the agent. */
async function* report(received: string[], messages: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  for await (const message of messages) {
    for (const id of received.splice(0))
      for (const state of ['queued', 'started']) yield { type: 'command_lifecycle', command_uuid: id, state }
    yield message
  }
}

async function* lost(id: string): AsyncGenerator<unknown> {
  const errors = [`No conversation found with session ID: ${id}`]
  yield result({ subtype: 'error_during_execution', is_error: true, result: undefined, errors })
  throw new Error('Claude Code returned an error result')
}

/** Appends the prompt and the agent's messages to a transcript. */
async function* store(
  path: string,
  call: FakeCall,
  messages: AsyncIterable<unknown>,
): AsyncGenerator<unknown> {
  const write = (entry: Record<string, unknown>): void => appendFileSync(path, `${JSON.stringify(entry)}\n`)
  let parentUuid = leafOf(path)
  const add = (type: string, message: unknown): string => {
    const uuid = randomUUID()
    write({ type, uuid, parentUuid, cwd: call.options.cwd, message })
    parentUuid = uuid
    return uuid
  }
  add('user', { content: call.prompt })
  let response: Record<string, unknown> = {}
  for await (const message of messages) {
    response = readResponse(message, response)
    const {
      type,
      message: content,
      total_cost_usd: totalCostUSD,
      attempt,
    } = message as Record<string, unknown>
    if (attempt !== undefined)
      write({
        type,
        subtype: 'api_error',
        uuid: randomUUID(),
        parentUuid,
        error: refusal,
        retryAttempt: attempt,
      })
    if (type === 'result') write({ type: 'cost-state', totalCostUSD })
    yield type === 'assistant'
      ? { ...(message as object), uuid: add(type, { ...(content as object), ...response }) }
      : message
  }
}

/** The id, the model and the usage of the response that a message belongs to, as its entries have them. */
const readResponse = (message: unknown, last: Record<string, unknown>): Record<string, unknown> => {
  type Event = { type: string; message?: { model: string; usage: object }; usage?: object }
  const { event } = message as { event?: Event }
  if (event?.message) return { id: `msg_${randomUUID()}`, ...event.message }
  return event?.usage ? { ...last, usage: { ...(last.usage as object), ...event.usage } } : last
}

const leafOf = (path: string): string | null => {
  if (!existsSync(path)) return null
  const ids = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { uuid?: string }).uuid)
  return ids.findLast((id) => id !== undefined) ?? null
}

/** The first message of a session, which names the session that was asked for. */
export const init = ({ options }: FakeCall) => ({
  type: 'system',
  subtype: 'init',
  session_id: options.resume ?? options.sessionId,
})

export const said = (text: string) => ({ type: 'assistant', message: { content: [{ type: 'text', text }] } })

export const retry = (attempt: number, delayMs: number, more: Record<string, unknown> = {}) => ({
  type: 'system',
  subtype: 'api_retry',
  attempt,
  retry_delay_ms: delayMs,
  error_status: 429,
  error: 'rate_limit',
  ...more,
})

/** The stream of a response: its start, and its length. */
export const streamed = (inputTokens: number, outputTokens: number, parent: string | null = null) => [
  {
    type: 'stream_event',
    parent_tool_use_id: parent,
    event: {
      type: 'message_start',
      message: { model: 'claude-sonnet-4-5', usage: { input_tokens: inputTokens, output_tokens: 1 } },
    },
  },
  {
    type: 'stream_event',
    parent_tool_use_id: parent,
    event: { type: 'message_delta', usage: { output_tokens: outputTokens } },
  },
]

export const result = (more: Record<string, unknown> = {}) => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  result: 'Hello.',
  terminal_reason: 'completed',
  total_cost_usd: 0.01,
  model_usage_since_last_result: { 'claude-x': { inputTokens: 10, outputTokens: 5, costUSD: 0.01 } },
  ...more,
})

/** Resolves when the session is stopped. */
export const untilStopped = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** A short response. */
export async function* greet(call: FakeCall): AsyncGenerator<unknown> {
  yield init(call)
  yield* streamed(10, 5)
  yield said('Hello.')
  yield result()
}

/** Works until its program is ended. */
export async function* hang(call: FakeCall): AsyncGenerator<unknown> {
  yield init(call)
  yield* streamed(10, 5)
  yield said('I begin.')
  await untilStopped(call.stopped)
  throw new Error('Claude Code process exited with code 143')
}
