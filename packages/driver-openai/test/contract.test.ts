import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FailureClass } from '@amelia/core'
import { createManualClock, driverContract, type ManualClock } from '@amelia/core/testing'
import { workspaceFiles } from '@amelia/node'
import { afterAll, expect, it } from 'vitest'
import { createCodex } from '../src/index.ts'
import { createFakeSdk, type FakeTurn, message, untilAborted } from './fake-sdk.ts'

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
}
const failing = (text: string, log = ''): FakeTurn =>
  function* () {
    yield { type: 'error', message: text }
    yield { type: 'turn.failed', error: { message: text } }
    throw new Error(`Codex Exec exited with code 1: Reading prompt from stdin...\n${log}`)
  }

const cases = driverContract({
  sessionTokens: 15,
  async create() {
    next = undefined
    clock = createManualClock()
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
      { apiKey: 'sk-test', home: folder() },
      { load: async () => fake.sdk, clock, environment: {} },
    )
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

it('covers everything but failures that Codex cannot report, and effects of its sandbox', () => {
  expect(cases.filter(({ covered }) => !covered).map(({ name }) => name)).toEqual([
    'a session with write access leaves the files that it wrote',
    'a session with read-only access changes no file',
    'a failure of the class report_invalid is reported as a driver error of that class',
    'a failure of the class budget_exceeded is reported as a driver error of that class',
    'a failure of the class cancelled is reported as a driver error of that class',
    'a request that is refused in mid-session does not end the session',
    'a wait inside a session is reported',
    'the driver resumes sessions as far as stated',
    'a session reports its id before anything that it does',
    'a result has the id that its session reported',
    'a session that was stopped continues',
    'a stopped session reports the tokens that it used',
    'a resumed session contains the prompts of both requests',
    'a session whose program is ended from outside is interrupted, and continues',
    'a session that does not exist any more is lost',
    'a session that is stored incompletely is lost',
    'two resumes of one session at once lose nothing',
    'a resumed session keeps the schema of its output',
    'a resumed session keeps its model',
    'the transcript of a session contains its prompt',
    'a stopped session has a transcript too',
    'an unknown session has no transcript',
  ])
})
