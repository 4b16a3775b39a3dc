import { expect, it } from 'vitest'
import { createRun } from '../src/index.ts'
import { memoryHost, createMemoryStore, createScriptedDriver } from '../src/testing.ts'

const changing = [
  'openWorkspace',
  'resetWorkspace',
  'closeWorkspace',
  'commitAttempt',
  'compose',
  'updateRefs',
  'applyToCheckout',
  'followBranch',
  'removeWorkspaces',
] as const

it.each([{ inPlace: true }, {}])(
  'fault 62: a process that lost its run changes nothing, even during clean-up (%o)',
  async (options) => {
    const store = createMemoryStore()
    const host = { ...memoryHost(), store }
    const calls: string[] = []
    let lost = false
    const git = host.git as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>
    for (const name of changing) {
      const call = git[name]!
      git[name] = async (...args) => {
        if (lost) calls.push(name)
        return call(...args)
      }
    }
    const run = await createRun({
      host,
      plan: { title: 'Work', phases: ['a', 'b'].map((id) => ({ id, title: id })) },
      driver: createScriptedDriver(async ({ workspace }) => {
        store.abandon(run.id)
        await store.acquire(run.id)
        lost = true
        await workspace.fs.writeFile('/new.txt', 'new\n')
      }),
      trust: 'autonomous',
      planApproved: true,
      ...options,
    })
    await expect(run.start()).rejects.toMatchObject({ code: 'LEASE_LOST' })
    expect(calls).toEqual([])
    expect(host.git.openWorkspaces).toBeGreaterThan(0)
  },
)

it('fault 62: workspaces are opened and removed with the token of the lease', async () => {
  const host = memoryHost()
  const tokens = new Set<string | undefined>()
  const { openWorkspace, removeWorkspaces } = host.git
  host.git.openWorkspace = (request) => {
    tokens.add(request.lease)
    return openWorkspace(request)
  }
  host.git.removeWorkspaces = (runId, options) => {
    tokens.add(options?.lease)
    return removeWorkspaces!(runId, options)
  }
  const plan = { title: 'Work', phases: [{ id: 'a', title: 'A' }] }
  const driver = createScriptedDriver(async ({ workspace }) => workspace.fs.writeFile('/new.txt', 'new\n'))
  const run = await createRun({ host, plan, driver, trust: 'autonomous', planApproved: true })
  expect((await run.start()).status).toBe('completed')
  expect([...tokens]).toEqual(['1'])
})

it('fault 62: a process that lost its run removes no hidden files from the checkout', async () => {
  const store = createMemoryStore()
  const host = { ...memoryHost(), store }
  const removed: string[] = []
  host.git.removeHidden = (_, folders) => {
    removed.push(...folders)
    return Promise.resolve([])
  }
  const { openWorkspace } = host.git
  host.git.openWorkspace = async (request) => {
    const opened = await openWorkspace(request)
    store.abandon(request.runId)
    await store.acquire(request.runId)
    return opened
  }
  const run = await createRun({
    ...{ host, plan: { title: 'Work', phases: [{ id: 'a', title: 'A' }] }, driver: createScriptedDriver() },
    ...{ trust: 'autonomous', planApproved: true, inPlace: true },
  })
  await expect(run.start()).rejects.toMatchObject({ code: 'LEASE_LOST' })
  expect(host.git.openWorkspaces).toBeGreaterThan(0)
  expect(removed).toEqual([])
})
