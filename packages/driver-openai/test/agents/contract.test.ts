import type { DriverV1, FailureClass } from '@amelia/core'
import { driverContract } from '@amelia/core/testing'
import { workspaceFiles } from '@amelia/node'
import { expect, it } from 'vitest'
import { createCodex } from '../../src/index.ts'
import { folder, testKey } from './codex-stage.ts'
import {
  type ModelAnswer,
  type ModelRequest,
  patch,
  run,
  say,
  startFakeResponses,
  tokensOfAnswer,
} from './fake-responses.ts'
import { loadRealSdk } from './real-codex.ts'

type Answer = (request: ModelRequest) => ModelAnswer

const refusals: Partial<Record<FailureClass, ModelAnswer>> = {
  transient: { status: 503 },
  rate_limited: { status: 429 },
  auth: { status: 401 },
  permission: { status: 403 },
  context_overflow: { failed: { code: 'context_length_exceeded', message: 'too long' } },
  agent_failed: { status: 400 },
  environment: { status: 404 },
}

/** The model's reactions in the next sessions of the newest driver; undefined: it greets. */
let play: Answer | undefined
const set = (answer: Answer) => async (): Promise<void> => {
  play = answer
}

const cases = driverContract({
  sessionTokens: tokensOfAnswer,
  async create() {
    play = undefined
    const model = await startFakeResponses((request) => play?.(request) ?? [say('hello')])
    const driver: DriverV1 = createCodex(
      { baseUrl: model.url, apiKey: testKey, model: 'gpt-5.1-codex', home: folder('codex-home') },
      { load: loadRealSdk },
    )
    return {
      driver,
      async close() {
        await driver.close?.()
        await model.close()
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
      play = () => {
        play = undefined
        return refusals[failure] ?? { status: 400 }
      }
    },
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
