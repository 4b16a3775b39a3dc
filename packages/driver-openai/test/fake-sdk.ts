import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
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
  /** Adds an event to the log that Codex keeps of the thread. */
  log(payload: object): void
  /** Adds the usage of one response to the log that Codex keeps of the thread. */
  spend(inputTokens: number, outputTokens: number): void
  threadId: string
  /** The folder for the schema of its last turn. */
  schemaFolder: string
  /** The error with which the next turn fails before it begins. */
  refuseNext?: Error
}

/** The events of a session. An error it throws is thrown by the SDK. */
export type FakeTurn = (session: FakeSession) => AsyncGenerator<unknown> | Generator<unknown>

/** Creates a fake `@openai/codex-sdk`: threads count tokens as Codex does, and a test scripts the turns. */
export const createFakeSdk = (play: FakeTurn) => {
  const sessions: FakeSession[] = []
  const totals = new Map<string, Totals>()
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
        schemaFolder: '',
        log: (payload) =>
          writeThread(client.env['CODEX_HOME'] ?? '', threadId, { type: 'event_msg', payload }),
        spend(inputTokens, outputTokens) {
          const before = totals.get(threadId) ?? none
          const total = {
            input_tokens: before.input_tokens + inputTokens,
            cached_input_tokens: before.cached_input_tokens + Math.floor(inputTokens / 10),
            output_tokens: before.output_tokens + outputTokens,
          }
          totals.set(threadId, total)
          session.log({ type: 'token_count', info: { total_token_usage: total } })
        },
      }
      sessions.push(session)
      return { events: turnOf(session) }
    },
  })
  const turnOf = async function* (session: FakeSession) {
    // Begun before it first waits, like the SDK's.
    const schema = mkdtemp(join(tmpdir(), 'codex-output-schema-'))
    session.schemaFolder = await schema
    const { refuseNext } = sessions.at(-2) ?? {}
    if (refuseNext) throw refuseNext
    session.log({ type: 'task_started' })
    session.log({ type: 'user_message', message: session.prompt })
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

interface Totals {
  input_tokens: number
  cached_input_tokens: number
  output_tokens: number
}
const none: Totals = { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 }

/** The log of a thread. */
export const threadFile = (home: string, threadId: string): string =>
  join(home, 'sessions/2026/01/31', `rollout-2026-01-31T10-00-00-${threadId}.jsonl`)

/** Adds a line with the next number to the log of a thread. */
const writeThread = (home: string, threadId: string, line: object): void => {
  const path = threadFile(home, threadId)
  mkdirSync(dirname(path), { recursive: true })
  const ordinal = existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0
  appendFileSync(path, `${JSON.stringify({ ordinal, ...line })}\n`)
}

/** The announcement of a further try. */
export const reconnecting = (reason: string, number = 1) => ({
  type: 'error',
  message: `Reconnecting... ${number}/3 (${reason})`,
})

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
