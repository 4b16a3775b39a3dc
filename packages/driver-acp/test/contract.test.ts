import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { driverContract, type DriverSubject } from '@amelia/core/testing'
import type { FailureClass } from '@amelia/core/plugin'
import { workspaceFiles } from '@amelia/node'
import { afterAll, describe, expect, it } from 'vitest'
import { createFolder, createStage, removeFolders, type Stage } from './stage.ts'

afterAll(removeFolders)

interface Subject extends DriverSubject {
  stage: Stage
  workspace: string
}

const failures: Partial<Record<FailureClass, { code: number; message: string; data?: unknown }>> = {
  transient: { code: -32603, message: 'Internal error', data: { details: '503 Service Unavailable' } },
  rate_limited: { code: -32603, message: 'Internal error: 429 Too Many Requests' },
  auth: { code: -32000, message: 'Authentication required' },
  permission: { code: -32603, message: 'Your credit balance is too low' },
  context_overflow: { code: -32603, message: 'prompt is too long' },
  agent_failed: { code: -32603, message: 'Internal error' },
  environment: { code: -32603, message: 'model "x" not found' },
}

let workspace = ''

const cases = driverContract<Subject>({
  async create() {
    const stage = createStage()
    return { stage, workspace, driver: stage.driver, close: async () => stage.driver.close?.() }
  },
  async openWorkspace() {
    workspace = createFolder()
    return { id: 'w', base: '0'.repeat(40), dir: workspace, fs: workspaceFiles(workspace) }
  },
  sessionTokens: 15,
  resume: 'machine',
  waits: true,
  steers: true,
  transcripts: true,
  readsUsage: true,
  faults: {
    hang: async ({ stage }) => stage.order({ hang: true, forever: true }),
    begin: async ({ stage }) => stage.order({ say: 'Starting.\n', hang: true }),
    work: async ({ stage }) => stage.order({ say: 'I work.\n', hang: true }),
    kill: async ({ stage }) => void process.kill(Number(stage.read('program.json')?.['pid']), 'SIGKILL'),
    lose: async ({ stage }, id) => rmSync(join(stage.home, `sessions/${id}.json`)),
    async cut({ stage }, id) {
      const path = join(stage.home, `sessions/${id}.json`)
      const stored = JSON.parse(readFileSync(path, 'utf8')) as { messages: unknown[] }
      writeFileSync(path, JSON.stringify({ ...stored, messages: stored.messages.slice(0, 2) }))
    },
    async halt({ stage }) {
      const waitFor = join(stage.home, 'go')
      stage.order({ say: 'I begin.\n', waitFor })
      return { resume: () => writeFileSync(waitFor, '') }
    },
    async received({ stage }) {
      const { text, model } = stage.read('received.json') as { text: string; model: string }
      return { text, model }
    },
    refuse: async ({ stage }) => stage.order({ complain: ['Attempt 1 failed: 429 Too Many Requests'] }),
    fail: async ({ stage }, failure) =>
      stage.order(failure === 'refused' ? { stop: 'refusal' } : { error: failures[failure] }),
    failures: [...(Object.keys(failures) as FailureClass[]), 'refused'],
    limit: async ({ stage }, ms) =>
      stage.order({
        error: { code: -32603, message: `Rate limit reached. Please try again in ${ms / 1000}s.` },
      }),
    answer: async ({ stage }, value) => stage.order({ answer: value }),
    list: async ({ stage }, items) =>
      stage.order({
        todo: items.map(({ text, status }) => ({
          ...{ content: text, priority: 'medium' },
          status: status === 'running' ? 'in_progress' : status,
        })),
      }),
    write: async ({ stage }) => {
      const write = join(workspace, 'written.txt')
      stage.order({ calls: [{ kind: 'edit', locations: [{ path: write }], write }] })
    },
    spend: async ({ stage }) => stage.order({ spend: true }),
  },
})

describe('the driver contract', () => {
  it('is covered, except for tools, limits of time and reports, which the agent does not have', () => {
    expect(cases.filter(({ covered }) => !covered).map(({ name }) => name)).toEqual([
      "the model's tool calls reach the tools of the request, and their results the model",
      'a call that the tools refuse does not end the session',
      'a failure of the class report_invalid is reported as a driver error of that class',
      // Caused by the driver's own clock, its limits and its user: see session.test.ts.
      'a failure of the class hung is reported as a driver error of that class',
      'a failure of the class budget_exceeded is reported as a driver error of that class',
      'a failure of the class cancelled is reported as a driver error of that class',
    ])
  })
  it.each(cases)('$name', async ({ run }) => {
    await run()
  })
})
