import { createRun, watchRun } from '@amelia/core'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { expect, it } from 'vitest'
import { localSource } from '../source/local-source.ts'
import { createRunStore } from './create-run-store.ts'
import { watchSourceOf } from './watch-source-of.ts'

const recordRun = async () => {
  const host = memoryHost()
  const driver = createScriptedDriver(({ workspace, phase }) => workspace.fs.writeFile(`/${phase!.id}`, 'x'))
  const plan = { phases: [{ id: 'a', title: 'A' }] }
  const run = await createRun({ plan, host, driver, trust: 'autonomous' })
  await run.start()
  const client = { watch: (options: { runId: string }) => watchRun({ host, ...options }) }
  return { runId: run.id, host, client }
}

it('follows a run of a store, a host or a client with its view and events', async () => {
  const { runId, host, client } = await recordRun()
  for (const place of [{ store: host.store }, { host }, { client }]) {
    const store = createRunStore({ source: watchSourceOf(place), runId })
    const close = store.open()
    await new Promise<void>((resolve) => {
      store.subscribe('connection', () => store.connection().state === 'over' && resolve())
    })
    expect(store.view()?.report.status).toBe('completed')
    expect(store.events().at(-1)?.type).toBe('run_ended')
    close()
  }
})

it('returns the same source for the same object, so that a new render does not connect again', async () => {
  const { host, client } = await recordRun()
  const source = localSource({ host })
  expect(watchSourceOf({ source })).toBe(source)
  expect(watchSourceOf({ host })).toBe(watchSourceOf({ host }))
  expect(watchSourceOf({ store: host.store })).toBe(watchSourceOf({ store: host.store }))
  expect(watchSourceOf({ client })).toBe(watchSourceOf({ client }))
  expect(watchSourceOf({ host })).not.toBe(watchSourceOf({ host: memoryHost() }))
})
