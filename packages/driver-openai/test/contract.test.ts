import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FailureClass } from '@amelia/core'
import { createManualClock, driverContract, type ManualClock } from '@amelia/core/testing'
import { workspaceFiles } from '@amelia/node'
import { afterAll, expect, it } from 'vitest'
import { createCodex } from '../src/index.ts'
import {
  createFakeSdk,
  type FakeSession,
  type FakeTurn,
  message,
  reconnecting,
  threadFile,
  untilAborted,
} from './fake-sdk.ts'

const folders: string[] = []
const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'amelia-codex-contract-'))
  folders.push(path)
  return path
}
afterAll(() => {
  for (const path of folders) rmSync(path, { recursive: true, force: true })
})

let next: FakeTurn | undefined
let home = ''
let sessions: FakeSession[] = []
/** Ends the program of the running session. */
let killProgram = (): void => {}
let clock: ManualClock
const set = (turn: FakeTurn) => async (): Promise<void> => {
  next = turn
}

/** Codex's message for each class of failure. */
const messages: Partial<Record<FailureClass, string>> = {
  transient: 'unexpected status 503 Service Unavailable: away, url: x',
  rate_limited: 'exceeded retry limit, last status: 429 Too Many Requests',
  auth: 'unexpected status 401 Unauthorized: no, url: x',
  permission: 'unexpected status 403 Forbidden: no, url: x',
  context_overflow: '{"error":{"message":"too long","code":"context_length_exceeded"}}',
  agent_failed: '{"error":{"message":"Unknown parameter"}}',
  environment: 'unexpected status 404 Not Found: no such model, url: x',
  refused: 'stream disconnected before completion: Incomplete response returned, reason: content_filter',
}
const failing = (text: string, log = ''): FakeTurn =>
  function* () {
    yield { type: 'error', message: text }
    yield { type: 'turn.failed', error: { message: text } }
    throw new Error(`Codex Exec exited with code 1: Reading prompt from stdin...\n${log}`)
  }

const cases = driverContract({
  sessionTokens: 15,
  resume: 'machine',
  waits: true,
  transcripts: true,
  readsUsage: true,
  steers: true,
  async create() {
    next = undefined
    clock = createManualClock()
    home = folder()
    const fake = createFakeSdk(async function* (session) {
      const turn = next
      if (turn !== hanging) next = undefined
      if (turn) {
        yield* turn(session)
        return
      }
      session.spend(10, 5)
      yield message('hello')
      yield fake.completed(session)
    })
    const driver = createCodex(
      { apiKey: 'sk-test', home },
      { load: async () => fake.sdk, clock, environment: {} },
    )
    sessions = fake.sessions
    return { driver, close: async () => driver.close?.() }
  },
  async openWorkspace() {
    const dir = folder()
    return { id: 'w', base: '0'.repeat(40), dir, fs: workspaceFiles(dir) }
  },
  faults: {
    hang: set(hanging),
    begin: set(async function* ({ signal }) {
      yield message('Starting.')
      await untilAborted(signal)
    }),
    failures: [...(Object.keys(messages) as FailureClass[]), 'hung'],
    fail: async (_, failure) => {
      if (failure === 'hung')
        next = async function* ({ signal }) {
          yield message('Thinking.')
          queueMicrotask(() => clock.advance(60 * 60_000))
          await untilAborted(signal)
        }
      else next = failing(messages[failure] ?? '')
    },
    limit: async (_, ms) => {
      const log = `DEBUG codex_http_client::client: Request completed method=POST url=x status=429 Too Many Requests headers={"retry-after": "${ms / 1000}"} version=HTTP/1.1`
      next = failing('exceeded retry limit, last status: 429 Too Many Requests', log)
    },
    work: set(async function* (session) {
      session.spend(10, 5)
      const killed = new Promise<never>((_resolve, reject) => {
        killProgram = () => reject(new Error('Codex Exec exited with signal SIGKILL: '))
      })
      yield message('I work.')
      await Promise.race([untilAborted(session.signal), killed])
    }),
    halt: async () => {
      let resume = (): void => {}
      const halted = new Promise<void>((resolve) => (resume = resolve))
      next = async function* (session) {
        session.spend(10, 5)
        yield message('I begin.')
        await Promise.race([halted, untilAborted(session.signal)])
        yield message('hello')
        yield { type: 'turn.completed', usage: {} }
      }
      return { resume }
    },
    kill: async () => killProgram(),
    lose: async (_, sessionId) => rmSync(threadFile(home, sessionId)),
    cut: async (_, sessionId) => {
      const path = threadFile(home, sessionId)
      const lines = readFileSync(path, 'utf8').split('\n')
      writeFileSync(path, lines.slice(0, lines.length / 2).join('\n') + '\n')
    },
    received: async () => {
      const { threadId, options } = sessions.at(-1)!
      return { text: readFileSync(threadFile(home, threadId), 'utf8'), model: options.model ?? '' }
    },
    refuse: set(function* (session) {
      session.spend(10, 5)
      yield message('I work.')
      yield reconnecting('exceeded retry limit, last status: 429 Too Many Requests')
      yield message('hello')
      yield { type: 'turn.completed', usage: { input_tokens: 10, output_tokens: 5 } }
    }),
    list: async (_, items) => {
      next = function* () {
        const listed = items.map(({ text, status }) => ({ text, completed: status === 'completed' }))
        yield { type: 'item.started', item: { type: 'todo_list', items: [] } }
        yield { type: 'item.updated', item: { type: 'todo_list', items: listed } }
        yield { type: 'turn.completed', usage: { input_tokens: 1, output_tokens: 1 } }
      }
    },
    answer: async (_, value) => {
      next = function* () {
        yield message(JSON.stringify(value))
        yield { type: 'turn.completed', usage: { input_tokens: 1, output_tokens: 1 } }
      }
    },
    spend: set(async function* (session) {
      for (let step = 0; !session.signal.aborted; step += 1) {
        session.spend(10, 5)
        yield message(`step ${step}`)
      }
      await untilAborted(session.signal)
    }),
  },
})

async function* hanging({ signal }: Parameters<FakeTurn>[0]): AsyncGenerator<unknown> {
  yield { type: 'item.completed', item: { type: 'reasoning', text: 'hm' } }
  await untilAborted(signal)
}

for (const { name, covered, run } of cases) if (covered) it(name, run)

it('covers everything but failures that Codex cannot report, and effects of its sandbox and its server', () => {
  expect(cases.filter(({ covered }) => !covered).map(({ name }) => name)).toEqual([
    'a session with write access leaves the files that it wrote',
    'a session with read-only access changes no file',
    "the model's tool calls reach the tools of the request, and their results the model",
    'a call that the tools refuse does not end the session',
    'a failure of the class report_invalid is reported as a driver error of that class',
    'a failure of the class budget_exceeded is reported as a driver error of that class',
    'a failure of the class cancelled is reported as a driver error of that class',
  ])
})
