import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { DriverV1, FailureClass } from '@amelia/core'
import { driverContract } from '@amelia/core/testing'
import { workspaceFiles } from '@amelia/node'
import { expect, it } from 'vitest'
import { createCodex } from '../../src/index.ts'
import { findThreadLog } from '../../src/lib/thread/find-thread-log.ts'
import { folder, testKey } from './codex-stage.ts'
import {
  type FakeResponses,
  type ModelAnswer,
  type ModelRequest,
  patch,
  run,
  say,
  startFakeResponses,
  tokensOfAnswer,
} from './fake-responses.ts'
import { processesOf } from './processes-of.ts'
import { loadRealSdk } from './real-codex.ts'

type Answer = (request: ModelRequest) => ModelAnswer | Promise<ModelAnswer>

const refusals: Partial<Record<FailureClass, ModelAnswer>> = {
  transient: { status: 503 },
  rate_limited: { status: 429 },
  auth: { status: 401 },
  permission: { status: 403 },
  context_overflow: { failed: { code: 'context_length_exceeded', message: 'too long' } },
  agent_failed: { status: 400 },
  environment: { status: 404 },
  refused: { incomplete: 'content_filter' },
}

/** Plays answers one after the other, and then greets. */
const playEach = (...answers: ModelAnswer[]) =>
  set(() => {
    const answer = answers.shift() ?? [say('hello')]
    if (answers.length === 0) play = undefined
    return answer
  })

/** The model's reactions in the next sessions of the newest driver; undefined: it greets. */
let play: Answer | undefined
let model: FakeResponses
let home = ''
const set = (answer: Answer) => async (): Promise<void> => {
  play = answer
}

const cases = driverContract({
  sessionTokens: tokensOfAnswer,
  resume: 'machine',
  waits: true,
  transcripts: true,
  readsUsage: true,
  steers: true,
  async create() {
    play = undefined
    model = await startFakeResponses((request) => play?.(request) ?? [say('hello')])
    home = folder('codex-home')
    const driver: DriverV1 = createCodex(
      { baseUrl: model.url, apiKey: testKey, model: 'gpt-5.1-codex', home, waitLimitMs: 5_000 },
      { load: loadRealSdk },
    )
    const own = model
    return {
      driver,
      async close() {
        await driver.close?.()
        await own.close()
      },
    }
  },
  async openWorkspace() {
    const dir = folder('work')
    return { id: 'w', base: '0'.repeat(40), dir, fs: workspaceFiles(dir) }
  },
  faults: {
    hang: set(() => 'hang'),
    begin: set(({ outputs }) => (outputs.length === 0 ? [run('echo begun')] : 'hang')),
    failures: Object.keys(refusals) as FailureClass[],
    fail: async (_, failure) => {
      const refusal = refusals[failure] ?? { status: 400 }
      // Codex sends a request again three times after such a failure.
      const times = failure === 'transient' || failure === 'refused' ? 4 : 1
      await playEach(...Array.from({ length: times }, () => refusal))()
    },
    work: set(({ prompt, outputs }) => {
      if (!prompt.includes('Say hello.')) return [say('hello')]
      return outputs.length === 0 ? [run('echo begun')] : 'hang'
    }),
    halt: async () => {
      let resume = (): void => {}
      const halted = new Promise<void>((resolve) => (resume = resolve))
      play = async ({ outputs, left }) => {
        if (outputs.length === 0) return [run('echo begun')]
        play = undefined
        await Promise.race([halted, once(left, 'abort')])
        return [say('hello')]
      }
      return { resume }
    },
    kill: async () => {
      await model.requested(2)
      for (const [pid] of processesOf(`CODEX_HOME=${home}\0`)) process.kill(pid, 'SIGKILL')
    },
    lose: async (_, sessionId) => rmSync(findThreadLog(home, sessionId)!),
    cut: async (_, sessionId) => {
      const path = findThreadLog(home, sessionId)!
      const lines = readFileSync(path, 'utf8').split('\n')
      writeFileSync(path, `${lines.slice(0, lines.length / 2).join('\n')}\n`)
    },
    received: async () => {
      const { body } = model.requests.at(-1)!
      return { text: JSON.stringify(body.input), model: body.model }
    },
    refuse: async () => playEach([run('echo begun')], { status: 429, headers: { 'retry-after': '1' } })(),
    limit: async (_, ms) => {
      play = () => ({ status: 429, headers: { 'retry-after': `${ms / 1000}` } })
    },
    answer: async (_, value) => {
      play = () => [say(JSON.stringify(value))]
    },
    write: set(({ outputs }) => (outputs.length === 0 ? [patch('new.txt', ['new'])] : [say('written')])),
    spend: set(() => [run('true')]),
  },
})

for (const { name, covered, run: runCase } of cases) if (covered) it(name, runCase)

it('covers everything except failures that Codex cannot report, and those of its clock', () => {
  expect(
    cases.filter(({ covered }) => !covered).flatMap(({ name }) => /class (\w+)/.exec(name)?.[1] ?? []),
  ).toEqual(['report_invalid', 'hung', 'budget_exceeded', 'cancelled'])
})
