import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CodexThreadOptions } from '../src/lib/session/codex-sdk.ts'

/** A started session and its parameters. */
export interface FakeSession {
  env: Record<string, string>
  config: Record<string, unknown>
  options: CodexThreadOptions
  resumed: string | undefined
  prompt: string
  outputSchema: Record<string, unknown> | undefined
  signal: AbortSignal
  /** Adds the usage of one response to the log that Codex keeps of the thread. */
  spend(inputTokens: number, outputTokens: number): void
  threadId: string
}

/** The events of a session. An error it throws is thrown by the SDK. */
export type FakeTurn = (session: FakeSession) => AsyncGenerator<unknown> | Generator<unknown>

/** Creates a fake `@openai/codex-sdk`: threads count tokens as Codex does, and a test scripts the turns. */
export const createFakeSdk = (play: FakeTurn) => {
  const sessions: FakeSession[] = []
  const totals = new Map<string, { input_tokens: number; output_tokens: number }>()
  const begin = (
    client: Pick<FakeSession, 'env' | 'config'>,
    options: CodexThreadOptions,
    resumed?: string,
  ) => ({
    runStreamed: async (
      prompt: string,
      { outputSchema, signal }: { outputSchema?: Record<string, unknown>; signal: AbortSignal },
    ) => {
      const threadId = resumed ?? `thread-${sessions.length}`
      const session: FakeSession = {
        ...client,
        options,
        resumed,
        prompt,
        outputSchema,
        signal,
        threadId,
        spend(inputTokens, outputTokens) {
          const { input_tokens: input, output_tokens: output } = totals.get(threadId) ?? none
          const total = { input_tokens: input + inputTokens, output_tokens: output + outputTokens }
          totals.set(threadId, total)
          const payload = { type: 'token_count', info: { total_token_usage: total } }
          writeThread(client.env['CODEX_HOME'] ?? '', threadId, { type: 'event_msg', payload })
        },
      }
      sessions.push(session)
      return { events: turnOf(session) }
    },
  })
  const turnOf = async function* (session: FakeSession) {
    yield { type: 'thread.started', thread_id: session.threadId }
    yield { type: 'turn.started' }
    for await (const event of play(session)) yield event
  }
  return {
    sessions,
    /** The event that completes a turn, with the totals of its thread. */
    completed: ({ threadId }: FakeSession) => ({
      type: 'turn.completed',
      usage: totals.get(threadId) ?? none,
    }),
    sdk: {
      Codex: class {
        readonly client: Pick<FakeSession, 'env' | 'config'>
        constructor(client: Pick<FakeSession, 'env' | 'config'>) {
          this.client = client
        }
        startThread(options: CodexThreadOptions) {
          return begin(this.client, options)
        }
        resumeThread(id: string, options: CodexThreadOptions) {
          return begin(this.client, options, id)
        }
      },
    },
  }
}

const none = { input_tokens: 0, output_tokens: 0 }

/** Adds a line to the log of a thread. */
const writeThread = (home: string, threadId: string, line: object): void => {
  const folder = join(home, 'sessions/2026/01/31')
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, `rollout-2026-01-31T10-00-00-${threadId}.jsonl`), `${JSON.stringify(line)}\n`)
}

/** A message of the agent. */
export const message = (text: string) => ({ type: 'item.completed', item: { type: 'agent_message', text } })

/** Rejects as the SDK does when its signal aborts. */
export const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const stop = (): void =>
      reject(Object.assign(new Error('The operation was aborted'), { name: 'AbortError' }))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
