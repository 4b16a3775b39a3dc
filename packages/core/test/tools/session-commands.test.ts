import { expect, it } from 'vitest'
import { createSessionTools } from '../../src/lib/perform/tool/create-session-tools.ts'
import type { ToolResult } from '../../src/plugin.ts'
import { createManualClock, createScriptedDriver } from '../../src/testing.ts'
import { runPlan, statuses } from '../run-plan.ts'
import { openWorkspace } from './tool-stage.ts'

const key = `ghp_${'a'.repeat(36)}`
const phases = ['a', 'b'].map((id) => ({ id, title: id }))

it('count towards the limit of concurrent commands, and their output is redacted', async () => {
  let running = 0
  let most = 0
  const results: ToolResult[] = []
  const { report } = await runPlan({
    plan: { phases },
    concurrency: 2,
    secrets: ['hunter2hunter2'],
    driver: createScriptedDriver(async ({ tools }) => {
      const calls = [1, 2, 3].map((each) => tools.call('run', { argv: ['print', String(each)] }))
      results.push(...(await Promise.all(calls)))
    }),
    world: {
      async commands() {
        most = Math.max(most, ++running)
        for (let turn = 0; turn < 20; turn++) await Promise.resolve()
        running--
        return { output: `password hunter2hunter2, \u001b[1mkey\u001b[0m ${key}` }
      },
    },
  })
  expect(statuses(report)).toEqual({ a: 'completed', b: 'completed' })
  expect(most).toBe(2)
  expect(results.map(({ text }) => text)).toEqual(
    Array(6).fill('Exit code 0 after 0 s.\npassword [redacted], key [redacted]'),
  )
})

it('that wait for their turn end with the session, and their time limit begins with them', async () => {
  const clock = createManualClock()
  const stop = new AbortController()
  const started: (() => void)[] = []
  const tools = createSessionTools({
    workspace: await openWorkspace(),
    access: 'write',
    signal: stop.signal,
    clock,
    queue: (run) =>
      new Promise((resolve, reject) => {
        started.push(() => void run().then(resolve, reject))
      }),
    command: async ({ signal }) => ({
      exitCode: signal.aborted ? 1 : 0,
      output: '',
      truncated: false,
      durationMs: 0,
    }),
  })
  const first = tools.call('run', { argv: ['a'] })
  const second = tools.call('run', { argv: ['b'] })
  while (started.length < 2) await Promise.resolve()
  clock.advance(3_600_000)
  started[0]!()
  expect((await first).text).toMatch(/^Exit code 0/)
  stop.abort(new Error('stopped'))
  await expect(second).rejects.toThrow('stopped')
})

it('do not tell the model the secrets in the error of a runner', async () => {
  const tools = createSessionTools({
    workspace: await openWorkspace(),
    access: 'write',
    signal: new AbortController().signal,
    clock: createManualClock(),
    command: () => Promise.reject(new Error(`no access with ${key}`)),
  })
  expect((await tools.call('run', { argv: ['a'] })).text).toBe('Failed: no access with [redacted]')
})
