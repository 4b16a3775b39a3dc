import { createRun, type RunChange } from '@amelia/core'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { expect, it, vi } from 'vitest'
import { localSource } from '../source/local-source.ts'
import { createRunStore, type RunWatchSource } from './create-run-store.ts'

const plan = {
  phases: [
    { id: 'a', title: 'A' },
    { id: 'b', title: 'B', dependsOn: ['a'] },
  ],
}

const until = (store: ReturnType<typeof createRunStore>, state: string): Promise<void> =>
  new Promise((resolve) => {
    const check = (): void => {
      if (store.connection().state === state) resolve()
    }
    store.subscribe('connection', check)
    check()
  })

/** The changes of a complete run. */
const recordRun = async () => {
  const host = memoryHost()
  const driver = createScriptedDriver(({ workspace, phase }) => workspace.fs.writeFile(`/${phase!.id}`, 'x'))
  const run = await createRun({ plan, host, driver, trust: 'autonomous' })
  await run.start()
  return { runId: run.id, source: localSource({ host }) }
}

it('follows a run to its end', async () => {
  const { runId, source } = await recordRun()
  const store = createRunStore({ source, runId })
  const close = store.open()
  await until(store, 'over')
  expect(store.view()?.report.status).toBe('completed')
  expect([...store.view()!.phases.values()].map(({ status }) => status)).toEqual(['completed', 'completed'])
  expect(store.events().map(({ seq }) => seq)).toEqual(store.events().map((_, index) => index + 1))
  close()
})

it('calls the listeners of the parts that changed alone', async () => {
  const { runId, source } = await recordRun()
  const complete: RunChange[] = []
  for await (const item of source.watch({ runId, after: 0, progress: false, views: true }))
    if (item.type === 'run_changed') complete.push(item)
  const first = complete.at(-1)!
  const { plan: _plan, waits: _waits, ...rest } = first
  const phase = { ...first.phases[1]!, attempt: 7 }
  const store = createRunStore({
    runId,
    source: {
      async *watch() {
        yield first
        yield { ...rest, report: {}, batches: [], phases: [phase], waits: [] }
      },
    },
  })
  const calls = { a: vi.fn(), b: vi.fn(), report: vi.fn(), plan: vi.fn() }
  store.subscribe('phase:a', calls.a)
  store.subscribe('phase:b', calls.b)
  store.subscribe('report', calls.report)
  store.subscribe('plan', calls.plan)
  store.open()
  await until(store, 'over')
  expect(store.view()?.phases.get('b')?.attempt).toBe(7)
  expect(calls.b).toHaveBeenCalledTimes(2)
  for (const once of [calls.a, calls.report, calls.plan]) expect(once).toHaveBeenCalledTimes(1)
})

it('shows a lost connection until the next item, and a failure until a retry', async () => {
  let lose: ((error: unknown, delayMs: number) => void) | undefined
  let calls = 0
  const { runId, source } = await recordRun()
  const watching: RunWatchSource = {
    onRetry: (listener) => {
      lose = listener
      return () => {}
    },
    watch: (options) => {
      if (calls++ === 0) throw new Error('refused')
      return source.watch(options)
    },
  }
  const store = createRunStore({ source: watching, runId })
  const states: string[] = []
  store.subscribe('connection', () => states.push(store.connection().state))
  const close = store.open()
  await until(store, 'failed')
  store.retry()
  lose!(new Error('lost'), 250)
  await until(store, 'over')
  expect(states).toEqual(['connecting', 'failed', 'connecting', 'reconnecting', 'live', 'over'])
  close()
})
