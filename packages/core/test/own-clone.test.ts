import { expect, it } from 'vitest'
import { cleanRun, cleanRuns, createRun, type Host, openRun, readRun, revertRun } from '../src/index.ts'
import { memoryHost } from '../src/testing.ts'
import { forkPlan } from './sample-plan.ts'

const overRemote = (host: Host): Host => ({ ...host, git: { ...host.git, shared: true } })

/** A host of one clone, and the id of a run that began on it, shared or not, and ended. */
const ended = async (place: (host: Host) => Host) => {
  const host = memoryHost()
  const run = await createRun({ plan: forkPlan(), host: place(host), trust: 'autonomous' })
  await run.start()
  return { host, runId: run.id }
}

it('a run of several machines is changed by no host of one clone', async () => {
  const { host, runId } = await ended(overRemote)
  const records = (await host.store.load(runId)).length
  const refs = new Map(host.git.refs)
  const refused = { code: 'RUN_SHARED', details: { runId } }
  await expect(openRun({ host, runId })).rejects.toMatchObject(refused)
  await expect(revertRun({ host, runId })).rejects.toMatchObject(refused)
  await expect(cleanRun({ host, runId })).rejects.toMatchObject(refused)
  expect(await cleanRuns({ host, olderThan: 0 })).toMatchObject([
    { runId, outcome: 'kept', reason: expect.stringContaining(`amelia clean ${runId} --remote`) as string },
  ])
  expect((await host.store.load(runId)).length).toBe(records)
  expect(new Map(host.git.refs)).toEqual(refs)
  expect(await readRun({ host, runId })).toMatchObject({ isShared: true })
  expect(await revertRun({ host: overRemote(host), runId })).toMatchObject({ reverted: true })
  await cleanRun({ host: overRemote(host), runId })
})

it('a run of one clone becomes one of several machines when it is resumed so', async () => {
  const { host, runId } = await ended((own) => own)
  expect(await readRun({ host, runId })).toMatchObject({ isShared: false })
  await revertRun({ host: overRemote(host), runId })
  expect(await readRun({ host, runId })).toMatchObject({ isShared: true })
  await expect(cleanRun({ host, runId })).rejects.toMatchObject({ code: 'RUN_SHARED' })
})
