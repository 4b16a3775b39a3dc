import { expect, expectTypeOf, it } from 'vitest'
import { createRun, type RunChange, type RunView, type WatchedEvent, watchRun } from '../src/index.ts'
import { createScriptedDriver, memoryHost } from '../src/testing.ts'
import { applyRunChange } from '../src/view.ts'

const spentOf = (view: RunView | undefined) => ({
  run: view?.report.spent.tokens,
  phase: view?.phases.get('a')?.spent?.tokens,
  session: view?.activities.get('a')?.session?.inputTokens,
  text: view?.activities.get('a')?.text,
})

it('a run gives the views that `watchRun` yields, without reading its store', async () => {
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const driver = createScriptedDriver(async ({ workspace }, { emit }) => {
    emit({ type: 'usage', usage: { inputTokens: 1_000 } })
    emit({ type: 'text', text: 'I read it.\nI write it.' })
    await ended
    await workspace.fs.writeFile('/a.txt', 'x\n')
    return { usage: { inputTokens: 1_200 } }
  })
  const host = memoryHost()
  const { store } = host
  let reads = 0
  const counted = {
    ...store,
    load: (runId: string) => (reads++, store.load(runId)),
    lockOf: (runId: string) => (reads++, store.lockOf(runId)),
  }
  const run = await createRun({
    ...{ host: { ...host, store: counted }, driver, planApproved: true, trust: 'autonomous', reviewers: [] },
    plan: { title: 'Work', phases: [{ id: 'a', title: 'A', body: 'Do it.' }] },
  })
  let own: RunView | undefined
  const changes: RunChange[] = []
  const stop = run.subscribe({ views: true }, (event) => {
    expectTypeOf(event).toEqualTypeOf<WatchedEvent | RunChange>()
    if (event.type !== 'run_changed') return
    changes.push(event)
    own = applyRunChange(own, structuredClone(event))
  })
  expect(own).toMatchObject({ through: 0, plan: run.plan, lock: { locked: true } })
  let watched: RunView | undefined
  const working = { run: 1_000, phase: 1_000, session: 1_000, text: 'I write it.' }
  const watching = (async () => {
    for await (const event of watchRun({ host, runId: run.id, views: true }))
      if (event.type === 'run_changed') {
        watched = applyRunChange(watched, structuredClone(event))
        if (JSON.stringify([own, watched].map(spentOf)) === JSON.stringify([working, working])) end()
      }
  })()
  const before = reads
  const report = await run.start()
  await watching
  expect(reads - before).toBe(0)
  await expect.poll(() => own?.report.status).toBe('completed')
  const { phases, sessions: _, ...summary } = report
  for (const view of [own, watched]) {
    expect(view?.report).toEqual(structuredClone(summary))
    expect([...view!.phases.values()]).toEqual(structuredClone(phases))
    expect(view!.activities).toEqual(new Map())
  }
  expect(changes.filter(({ plan }) => plan)).toHaveLength(1)
  stop()
})

it('an error of a listener of views is reported, and the next change is given', async () => {
  const errors: unknown[] = []
  const run = await createRun({
    ...{ host: memoryHost(), planApproved: true, trust: 'autonomous', reviewers: [] },
    driver: createScriptedDriver(({ workspace }) => workspace.fs.writeFile('/a.txt', 'x\n')),
    plan: { title: 'Work', phases: [{ id: 'a', title: 'A', body: 'Do it.' }] },
    onListenerError: (error) => void errors.push(error),
  })
  run.subscribe({ views: true }, (event) => {
    if (event.type === 'run_changed') throw new Error('broken')
  })
  await run.start()
  await expect.poll(() => errors.length).toBeGreaterThan(1)
  expect(errors[0]).toMatchObject({ message: 'broken' })
})
