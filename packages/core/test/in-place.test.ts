import { describe, expect, it } from 'vitest'
import { AmeliaError, createRun, listRuns, openRun, type RunOptions } from '../src/index.ts'
import { memoryHost, createScriptedDriver, type MemoryHost } from '../src/testing.ts'

const main = 'refs/heads/main'

/**
 * A host with a modified and an untracked file of the user, and an agent that writes a file for each phase.
 */
const makeHost = (): MemoryHost => {
  const host = memoryHost({ files: { 'README.md': 'hello\n', 'own.txt': 'committed\n' } })
  host.git.checkout.files.set('own.txt', 'mine\n')
  host.git.checkout.files.set('untracked.txt', 'mine\n')
  return host
}

/** Two phases done by an agent in the checkout. */
const options = (host: MemoryHost, write: () => [path: string, text: string]): RunOptions => ({
  plan: { title: 'Work', phases: ['a', 'b'].map((id) => ({ id, title: `Phase ${id}` })) },
  host,
  driver: createScriptedDriver(async ({ workspace }) => {
    const [path, text] = write()
    await workspace.fs.writeFile(`/${path}`, text)
  }),
  trust: 'autonomous',
  planApproved: true,
  inPlace: true,
  allowDirty: true,
})

let count = 0
const another = (): [string, string] => [`new-${++count}.txt`, 'work\n']

const onlyA = { title: 'Work', phases: [{ id: 'a', title: 'Phase a' }] }

describe('a run in place', () => {
  it("runs its phases on the checked-out branch, one at a time, and keeps the user's changes", async () => {
    const host = makeHost()
    let open = 0
    const openWorkspace = host.git.openWorkspace
    host.git.openWorkspace = async (request) => {
      open = Math.max(open, host.git.openWorkspaces + 1)
      expect(request.inPlace).toMatchObject({ branch: main })
      return openWorkspace(request)
    }
    const run = await createRun({ ...options(host, another), reviewers: [], concurrency: 4 })
    const report = await run.start()
    expect(report).toMatchObject({ status: 'completed', target: main, inPlace: true, targetPublished: true })
    expect(open).toBe(1)
    expect(host.git.refs.get(main)).toBe(report.head)
    expect(host.git.checkout.files.get('own.txt')).toBe('mine\n')
    expect(host.git.filesOf(report.head).get('own.txt')).toBe('committed\n')
    expect(host.git.filesOf(report.head).has('untracked.txt')).toBe(false)
    const shown = new Map(host.git.checkout.files)
    shown.set('own.txt', 'committed\n')
    shown.delete('untracked.txt')
    expect(shown).toEqual(new Map(host.git.filesOf(report.head)))
  })

  it("asks if a phase touched the user's changes, and approve commits the rest", async () => {
    const host = makeHost()
    let asked: string[] = []
    const run = await createRun({
      ...options(host, () => ['own.txt', 'theirs\n']),
      plan: onlyA,
      onGate: (gate) => {
        asked = [gate.blocker ?? '', ...gate.details]
        return 'approve' in gate.choices ? gate.choices.approve?.() : undefined
      },
    })
    const report = await run.start()
    expect(asked).toEqual(['user_changes', 'restored to your version: own.txt'])
    expect(report.status).toBe('completed')
    expect(host.git.checkout.files.get('own.txt')).toBe('mine\n')
    expect(host.git.filesOf(report.head).get('own.txt')).toBe('committed\n')
    expect(host.git.filesOf(`refs/amelia/${run.id}/left/a/1`).get('own.txt')).toBe('theirs\n')
  })

  it('asks if someone moved HEAD, and continues when it is restored', async () => {
    const host = makeHost()
    const base = host.git.refs.get(main)!
    const run = await createRun({
      ...options(host, () => {
        const other = host.git.addCommit(base, { 'x.txt': 'x' })
        host.git.setRef(main, other)
        return another()
      }),
      plan: onlyA,
    })
    const report = await run.start()
    expect(report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'target_moved' }] })
  })

  it.each([
    ['publish', { publish: 'single' as const }, 'OPTION_INVALID'],
    ['publish', { publish: 'message-only' as const }, 'OPTION_INVALID'],
    ['target', { target: 'other' }, 'TARGET_INVALID'],
    ['allowDirty', { allowDirty: false }, 'REPOSITORY_NOT_READY'],
    ['allowDirty', { inPlace: false }, 'OPTION_INVALID'],
  ])('is refused before anything is created (%s)', async (_name, more, code) => {
    const host = makeHost()
    await expect(createRun({ ...options(host, another), ...more })).rejects.toMatchObject({ code })
    expect([...host.git.refs.keys()]).toEqual([main])
  })

  it('ends each phase in the checkout before its commit is recorded', async () => {
    const host = makeHost()
    const run = await createRun({ ...options(host, another), artifacts: 'none', reviewers: [] })
    const open: [type: string, workspaces: number][] = []
    for (const type of ['commit_integrated', 'run_ended'] as const)
      run.on(type, () => void open.push([type, host.git.openWorkspaces]))
    expect(await run.start()).toMatchObject({ status: 'completed' })
    expect(open).toEqual([
      ['commit_integrated', 0],
      ['commit_integrated', 0],
      ['run_ended', 0],
    ])
  })

  it('asks about a lock that keeps the checkout from being restored', async () => {
    const host = makeHost()
    const locks = [{ file: '.git/packed-refs.lock', id: '1', since: 0 }]
    const meet = (): void => {
      if (locks.length > 0) throw new AmeliaError('GIT_LOCKED', 'It is locked.', { locks, running: [] })
    }
    const { closeWorkspace, removeWorkspaces } = host.git
    let removed = 0
    Object.assign(host.git, {
      async closeWorkspace(...given: Parameters<typeof closeWorkspace>) {
        meet()
        return closeWorkspace(...given)
      },
      async removeWorkspaces(...given: Parameters<NonNullable<typeof removeWorkspaces>>) {
        meet()
        removed++
        return removeWorkspaces!(...given)
      },
    })
    const run = await createRun({ ...options(host, another), plan: onlyA, reviewers: [] })
    expect(await run.start()).toMatchObject({
      status: 'waiting',
      gates: [{ blocker: 'repository_locked' }],
      phases: [{ status: 'integrating' }],
    })
    locks.length = 0
    const resumed = await openRun({ host, runId: run.id, driver: createScriptedDriver() })
    expect(await resumed.start()).toMatchObject({ status: 'completed' })
    expect(removed).toBeGreaterThan(0)
  })

  it('abort-revert restores branch, index and files, and keeps the commits under a ref', async () => {
    const host = makeHost()
    const before = new Map(host.git.checkout.files)
    const base = host.git.refs.get(main)!
    const given: string[] = []
    const run = await createRun({
      ...options(host, another),
      trust: 'standard',
      order: 'batches',
      plan: {
        title: 'Work',
        phases: [
          { id: 'a', title: 'A' },
          { id: 'b', title: 'B', dependsOn: ['a'] },
        ],
      },
      onGate: (gate) => {
        if (gate.kind !== 'checkpoint') return undefined
        if (gate.phaseIds.includes('a')) return gate.choices.approve()
        given.push(host.git.refs.get(main)!)
        return gate.choices.abortRevert('run')
      },
    })
    const report = await run.start()
    expect(report).toMatchObject({ status: 'aborted', reverted: true })
    expect(await listRuns({ host })).toMatchObject([{ status: 'aborted', reverted: true }])
    expect(report.targetNote).toContain(`git branch again refs/amelia/${run.id}/reverted`)
    expect(host.git.refs.get(main)).toBe(base)
    expect(host.git.refs.get(`refs/amelia/${run.id}/reverted`)).toBe(given[0])
    expect(given[0]).not.toBe(base)
    expect(host.git.checkout.files).toEqual(before)
  })
})
