import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { driverContract, type DriverSubject } from '@amelia/core/testing'
import type { FailureClass } from '@amelia/core/plugin'
import { workspaceFiles } from '@amelia/node'
import { afterAll, describe, expect, it } from 'vitest'
import { createClaude } from '../src/lib/create-claude.ts'
import {
  createFakeSdk,
  type FakeCall,
  type FakeSdk,
  greet,
  hang,
  init,
  type Play,
  result,
  untilStopped,
} from './fake-sdk.ts'

const dir = mkdtempSync(join(tmpdir(), 'amelia-contract-'))
afterAll(() => rmSync(dir, { recursive: true }))

const sdks = new WeakMap<DriverSubject, FakeSdk>()
const sdkOf = (subject: DriverSubject): FakeSdk => sdks.get(subject) ?? createFakeSdk()

const failures: Partial<Record<FailureClass, Record<string, unknown>>> = {
  transient: { api_error_status: 500, result: 'API Error: 500' },
  rate_limited: { api_error_status: 529, result: 'API Error: 529 Overloaded' },
  auth: { api_error_status: 401, result: 'Invalid API key' },
  permission: { api_error_status: 403, result: 'API Error: 403' },
  context_overflow: { terminal_reason: 'prompt_too_long', api_error_status: 400, result: 'Too long' },
  agent_failed: { terminal_reason: 'max_turns', subtype: 'error_max_turns' },
  report_invalid: { subtype: 'error_max_structured_output_retries' },
  environment: { startup_failure_reason: 'sandbox_required_unavailable' },
  budget_exceeded: { subtype: 'error_max_budget_usd' },
}

/** Scripts the next session; later ones greet. */
const playOnce = (subject: DriverSubject, play: Play): void => {
  const sdk = sdkOf(subject)
  sdk.play = (call) => {
    sdk.play = greet
    return play(call)
  }
}

/** Writes a file as the agent's tool does, with a permission request first. */
const writeFile = async ({ options }: FakeCall): Promise<void> => {
  const input = { file_path: join(String(options.cwd), `${randomUUID()}.txt`) }
  type Ask = (name: string, input: unknown) => Promise<{ behavior: string }>
  const { behavior } = await (options.canUseTool as Ask)('Write', input)
  if (behavior === 'allow') writeFileSync(input.file_path, 'written')
}

const cases = driverContract({
  async create() {
    const sdk = createFakeSdk()
    const driver = createClaude({ apiKey: 'sk-test' }, { load: async () => sdk, environment: {} })
    const subject: DriverSubject = { driver, close: async () => driver.close?.() }
    sdks.set(subject, sdk)
    return subject
  },
  openWorkspace: async () => ({ id: 'w', base: '0'.repeat(40), dir, fs: workspaceFiles(dir) }),
  sessionTokens: 15,
  faults: {
    async hang(subject) {
      sdkOf(subject).play = hang
    },
    async begin(subject) {
      sdkOf(subject).play = hang
    },
    async spend(subject) {
      sdkOf(subject).play = hang
    },
    async fail(subject, failure) {
      playOnce(subject, async function* () {
        yield init()
        yield result({ is_error: true, ...failures[failure] })
        throw new Error('Claude Code returned an error result')
      })
    },
    failures: Object.keys(failures) as FailureClass[],
    async limit(subject, retryAfterMs) {
      playOnce(subject, async function* ({ stopped }) {
        yield init()
        yield { type: 'system', subtype: 'api_retry', error_status: 429, retry_delay_ms: retryAfterMs }
        await untilStopped(stopped)
      })
    },
    async answer(subject, value) {
      playOnce(subject, async function* () {
        yield init()
        yield result({ structured_output: value })
      })
    },
    async write(subject) {
      playOnce(subject, async function* (call) {
        yield init()
        await writeFile(call)
        yield result()
      })
    },
  },
})

describe('the driver contract', () => {
  it('is covered, except for failures that a server does not report', () => {
    const open = cases.filter(({ covered }) => !covered).map(({ name }) => name)
    // Caused by the driver's own clock and its user: see stopping.test.ts.
    expect(open).toEqual([
      'a failure of the class hung is reported as a driver error of that class',
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
  it.each(cases)('$name', async ({ run }) => {
    await run()
  })
})
