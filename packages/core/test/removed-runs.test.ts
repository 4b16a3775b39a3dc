import { expect, it } from 'vitest'
import { cleanRun, createRun, listRuns } from '../src/index.ts'
import { createScriptedDriver, memoryHost } from '../src/testing.ts'

const plan = { title: 'Work', phases: [{ id: 'a', title: 'A', body: 'Do a.' }] }
const rules = { trust: 'autonomous', reviewers: [] } as const
const failing = createScriptedDriver(() => Promise.reject(new Error('no')))

it('a run is removed with its journal, refs and branch, also one that can be resumed', async () => {
  const host = memoryHost({ clock: 'auto' })
  const done = await createRun({ plan, host, driver: createScriptedDriver(), ...rules })
  await done.start()
  const failed = await createRun({ plan, host, driver: failing, ...rules, maxAttempts: 1 })
  await failed.start()
  expect(await listRuns({ host })).toMatchObject([
    { status: 'failed', canGoOn: true },
    { status: 'completed' },
  ])
  const branch = done.report().target
  for (const { id } of [done, failed]) {
    const cleaned = await cleanRun({ host, runId: id, journal: true, branch: id === failed.id })
    expect(cleaned).toMatchObject({ deleted: true, kept: [] })
  }
  expect(await listRuns({ host })).toEqual([])
  expect([...host.git.refs.keys()]).toEqual(['refs/heads/main', branch])
  await expect(cleanRun({ host, runId: done.id, journal: true })).rejects.toMatchObject({
    code: 'RUN_NOT_FOUND',
  })
})

it('a branch is removed only if it has no commits of others', async () => {
  for (const isMoved of [false, true]) {
    const host = memoryHost({ clock: 'auto' })
    const run = await createRun({ plan, host, driver: createScriptedDriver(), ...rules })
    await run.start()
    const { target, head } = run.report()
    if (isMoved) {
      const other = await createRun({ plan, host, driver: createScriptedDriver(), ...rules })
      await other.start()
      await host.git.updateRefs([{ ref: target, old: head, new: other.report().head }])
    }
    const { removed } = await cleanRun({ host, runId: run.id, journal: true, branch: true })
    expect(removed.includes(target)).toBe(!isMoved)
    expect((await host.git.readRef(target)) !== null).toBe(isMoved)
  }
})

it('a run that waits for an answer is not removed', async () => {
  const host = memoryHost({ clock: 'auto' })
  const run = await createRun({ plan, host, driver: createScriptedDriver(), ...rules, trust: 'paranoid' })
  await run.start()
  expect(run.report().gates).toHaveLength(1)
  const before = [...host.git.refs]
  await expect(cleanRun({ host, runId: run.id, journal: true, branch: true })).rejects.toMatchObject({
    code: 'RUN_NOT_ENDED',
  })
  expect([...host.git.refs]).toEqual(before)
})
