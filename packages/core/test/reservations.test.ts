import { describe, expect, it } from 'vitest'
import { cleanRun, createRun, openRun, revertRun, type RunOptions } from '../src/index.ts'
import { memoryHost, createMemoryStore, type MemoryHost } from '../src/testing.ts'
import { phase } from './sample-plan.ts'

const plan = { title: 'Work', phases: [phase('a'), phase('b', ['a'])] }
const name = '2026-01-01-work'

const prepare = (host: MemoryHost, options: Partial<RunOptions> = {}) =>
  createRun({ plan, host, trust: 'autonomous', ...options })

const reserved = (host: MemoryHost): string[] =>
  [...host.git.refs.keys()].filter((ref) => /^refs\/amelia\/(?:target|folder)\//.test(ref))

const foldersOf = (host: MemoryHost, commit: string): string[] => [
  ...new Set(
    [...host.git.filesOf(commit).keys()]
      .map((path) => /^docs\/amelia\/([^/]+)\//.exec(path)?.[1])
      .filter((folder) => folder !== undefined),
  ),
]

/** A run cancelled after its first phase. */
const cancelled = async (host: MemoryHost, options: Partial<RunOptions> = {}) => {
  const run = await prepare(host, options)
  run.on('phase_started', () => run.cancel())
  expect((await run.start()).status).toBe('cancelled')
  return run
}

describe('the name of the target', () => {
  it('is reserved when a run starts: concurrent runs have different names and folders', async () => {
    const host = memoryHost()
    const runs = await Promise.all(Array.from({ length: 5 }, () => prepare(host)))
    expect(reserved(host), 'nothing before the start').toEqual([])
    const reports = await Promise.all(runs.map((run) => run.start()))
    const numbers = ['', '-2', '-3', '-4', '-5']
    expect(reports.map(({ target }) => target).sort()).toEqual(
      numbers.map((number) => `refs/heads/amelia/${name}${number}`),
    )
    for (const { status, targetPublished, target, targetNote, head } of reports) {
      expect({ status, targetPublished, targetNote }).toEqual({ status: 'completed', targetPublished: true })
      expect(host.git.refs.get(target)).toBe(head)
      expect(foldersOf(host, head)).toEqual([target.replace('refs/heads/amelia/', '')])
    }
    expect(reserved(host).filter((ref) => ref.startsWith('refs/amelia/target/'))).toEqual([])
  })

  it('is not created early, and stays reserved while the run can be resumed', async () => {
    const host = memoryHost()
    const first = await cancelled(host)
    expect(host.git.refs.has(`refs/heads/amelia/${name}`)).toBe(false)
    expect((await (await prepare(host)).start()).target).toBe(`refs/heads/amelia/${name}-2`)
    expect(await (await openRun({ host, runId: first.id })).start()).toMatchObject({
      status: 'completed',
      target: `refs/heads/amelia/${name}`,
      targetPublished: true,
    })
  })

  it('is released when the run is reverted, together with the folder', async () => {
    const host = memoryHost()
    const first = await cancelled(host)
    await revertRun({ host, runId: first.id })
    expect(reserved(host)).toEqual([])
    expect((await (await prepare(host)).start()).target).toBe(`refs/heads/amelia/${name}`)
  })

  it('is released if the process died between the reservation and the first record', async () => {
    const host = memoryHost()
    const store = createMemoryStore()
    const { acquire } = store
    host.store = store
    host.store.acquire = async (runId) => ({ ...(await acquire(runId)), append: () => new Promise(() => {}) })
    const dead = await prepare(host)
    void dead.start()
    await expect.poll(() => reserved(host)).toHaveLength(2)
    host.store.acquire = acquire
    // Its process is alive and keeps the name.
    expect((await (await prepare(host)).start()).target).toBe(`refs/heads/amelia/${name}-2`)
    store.abandon(dead.id)
    expect((await (await prepare(host)).start()).target).toBe(`refs/heads/amelia/${name}`)
  })

  it('is released if the process died between the end of the run and the release', async () => {
    const host = memoryHost()
    const { updateRefs } = host.git
    host.git.updateRefs = (updates) =>
      updates.some(({ ref, new: value }) => ref.startsWith('refs/amelia/target/') && value === null)
        ? Promise.reject(new Error('killed'))
        : updateRefs(updates)
    const first = await prepare(host)
    const { target, head } = await first.start()
    host.git.updateRefs = updateRefs
    expect(reserved(host)).toHaveLength(2)
    // Someone has merged the branch and deleted it.
    host.git.setRef('refs/heads/main', head)
    host.git.setRef(target, null)
    const again = await prepare(host, { artifacts: 'none', plan: { title: 'Work', phases: [phase('c')] } })
    expect((await again.start()).target).toBe(target)
  })

  it('is refused if requested while another run publishes to it', async () => {
    const host = memoryHost()
    const first = await prepare(host, { target: 'work' })
    const second = await prepare(host, { target: 'work' })
    let refusal: Promise<unknown> | undefined
    first.on('phase_started', () => {
      refusal ??= second.start().catch((error: unknown) => error)
    })
    expect((await first.start()).status).toBe('completed')
    expect(await refusal).toMatchObject({
      code: 'TARGET_INVALID',
      message: expect.stringContaining(`run ${first.id} is running`) as string,
    })
    const third = await prepare(host, { target: 'work', plan: { title: 'Work', phases: [phase('c')] } })
    expect(await third.start()).toMatchObject({ status: 'completed', targetPublished: true })
  })
})

describe("the run's folder", () => {
  it('has the next number if the base contains a folder of that name', async () => {
    const host = memoryHost()
    await (await prepare(host, { target: 'work' })).start()
    const again = await prepare(host, { target: 'work', plan: { title: 'Work', phases: [phase('c')] } })
    const { head } = await again.start()
    expect(foldersOf(host, head)).toEqual([name, `${name}-2`])
  })

  it('belongs to a finished run until it is cleaned: both branches can be merged', async () => {
    const host = memoryHost()
    const first = await prepare(host, { target: 'work' })
    await first.start()
    expect(reserved(host)).toEqual([`refs/amelia/folder/${name}`])
    const { head } = await (await prepare(host)).start()
    expect(foldersOf(host, head)).toEqual([`${name}-2`])
    await cleanRun({ host, runId: first.id })
    expect(reserved(host)).toEqual([`refs/amelia/folder/${name}-2`])
  })
})
