import { randomUUID } from 'node:crypto'
import type { ClaudeQuery, ClaudeSdk } from '../src/lib/session/claude-sdk.ts'

/** One session of the fake SDK. */
export interface FakeCall {
  prompt: string
  options: Record<string, unknown>
  /** Aborts when the session is interrupted or its program is ended. */
  stopped: AbortSignal
}

/** The messages of a session. */
export type Play = (call: FakeCall) => AsyncIterable<unknown>

export interface FakeSdk extends ClaudeSdk {
  calls: FakeCall[]
  interrupts: number
  /** The script of the next sessions. */
  play: Play
}

/** Creates an SDK without its program: a test scripts the messages of its sessions. */
export const createFakeSdk = (play: Play = greet): FakeSdk => {
  const sdk: FakeSdk = {
    calls: [],
    interrupts: 0,
    play,
    query({ prompt, options }) {
      const interrupted = new AbortController()
      const { signal } = options.abortController as AbortController
      const call = { prompt, options, stopped: AbortSignal.any([signal, interrupted.signal]) }
      sdk.calls.push(call)
      const messages = sdk.play(call)
      return {
        [Symbol.asyncIterator]: () => messages[Symbol.asyncIterator](),
        async interrupt() {
          sdk.interrupts += 1
          interrupted.abort()
        },
      } satisfies ClaudeQuery
    },
  }
  return sdk
}

export const init = (id: string = randomUUID()) => ({ type: 'system', subtype: 'init', session_id: id })

export const said = (text: string) => ({ type: 'assistant', message: { content: [{ type: 'text', text }] } })

/** The stream of a response: its start, and its length. */
export const streamed = (inputTokens: number, outputTokens: number, parent: string | null = null) => [
  {
    type: 'stream_event',
    parent_tool_use_id: parent,
    event: { type: 'message_start', message: { usage: { input_tokens: inputTokens, output_tokens: 1 } } },
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

/** A short response. A resumed session keeps its id. */
export async function* greet({ options }: FakeCall): AsyncGenerator<unknown> {
  yield init(options.resume as string | undefined)
  yield* streamed(10, 5)
  yield said('Hello.')
  yield result()
}

/** Runs until it is stopped, and then reports its usage. */
export async function* hang({ stopped }: FakeCall): AsyncGenerator<unknown> {
  yield init()
  yield* streamed(10, 5)
  await untilStopped(stopped)
  yield said('I was not done.')
  yield result({ subtype: 'error_during_execution', is_error: true, terminal_reason: 'aborted_streaming' })
  throw new Error('Claude Code returned an error result: aborted')
}
