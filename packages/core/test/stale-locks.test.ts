import { describe, expect, it } from 'vitest'
import { AmeliaError, createRun, openRun, type RunOptions } from '../src/index.ts'
import type { GitLock } from '../src/plugin.ts'
import {
  memoryHost,
  createScriptedDriver,
  type MemoryHost,
  type MemoryHostOptions,
  recordEvents,
} from '../src/testing.ts'
import { phase } from './sample-plan.ts'

const plan = { phases: [phase('a'), phase('b')] }

/** A host whose git meets a lock at a ref, until someone removes it. */
const createLockedHost = (isMeant: (ref: string) => boolean, world: MemoryHostOptions = {}) => {
  const memory = memoryHost({ ...world, clock: 'manual' })
  const locks = new Map<string, GitLock>()
  let onWait = (): void => {}
  const meet = (refs: readonly string[]): void => {
    const ref = refs.find(isMeant)
    if (ref === undefined || removed.includes(ref)) return
    const lock = { file: ref, id: '1', since: memory.clock.now() - 60_000 }
    locks.set(ref, lock)
    throw new AmeliaError('GIT_LOCKED', `${ref} is locked.`, { locks: [lock], running: [] })
  }
  const removed: string[] = []
  const { clock } = memory
  const waited: number[] = []
  const wait = clock.wait.bind(clock)
  // Only waits for a lock pass at once: other waits end with the run.
  clock.wait = async (ms, signal) => {
    if (signal || ![500, 1500, 3000].includes(ms)) return wait(ms, signal)
    waited.push(ms)
    clock.advance(ms)
    onWait()
  }
  const host: MemoryHost = {
    ...memory,
    git: {
      ...memory.git,
      async updateRefs(updates) {
        meet(updates.filter((update) => update.new !== null).map(({ ref }) => ref))
        return memory.git.updateRefs(updates)
      },
      async commitAttempt(workspace, request) {
        meet([request.ref])
        return memory.git.commitAttempt(workspace, request)
      },
      async compose(request) {
        meet([request.ref])
        return memory.git.compose(request)
      },
      async resetWorkspace(...given) {
        meet(['index.lock'])
        return memory.git.resetWorkspace(...given)
      },
      findLocks: async (files) => [...locks.values()].filter(({ file }) => files.includes(file)),
      async removeLock({ file }) {
        locks.delete(file)
        removed.push(file)
      },
    },
  }
  return { host, removed, locks, waited, whenWaiting: (act: () => void) => (onWait = act) }
}

const options = { plan, trust: 'autonomous', planApproved: true, artifacts: 'none' } as const

describe('an empty lock that an earlier holder left', () => {
  const runWithLock = async (alone: boolean) => {
    const host = memoryHost()
    const { git, store } = host
    const { acquire } = store
    const { wait } = host.clock
    const { updateRefs } = git
    const waits: number[] = []
    const locked: string[] = []
    let isLocked = true
    store.acquire = async (runId) => {
      const { alone: _, ...lease } = await acquire(runId)
      return alone ? { ...lease, alone } : lease
    }
    host.clock.wait = async (ms, ...rest) => {
      waits.push(ms)
      if (ms === 25_000) isLocked = false
      else await wait(ms, ...rest)
    }
    git.lockRun = async (runId) => void locked.push(runId)
    git.updateRefs = async (updates) => {
      if (isLocked && updates.some(({ ref }) => ref.endsWith('/head')))
        throw new AmeliaError('GIT_LOCKED', 'locked', { locks: [], running: [], waitMs: 25_000 })
      return updateRefs(updates)
    }
    const driver = createScriptedDriver(async ({ workspace }) => workspace.fs.writeFile('/a.txt', 'a\n'))
    const run = await createRun({ ...options, host, driver })
    return { report: await run.start(), locked, waits, runId: run.id }
  }

  it('is waited for as long as git says, after git knows that the run is locked', async () => {
    const { report, locked, waits, runId } = await runWithLock(true)
    expect(report.status).toBe('completed')
    expect(locked).toEqual([runId])
    expect(waits.filter((ms) => ms === 25_000)).toHaveLength(1)
  })

  it('is not left by this run, if another machine may still hold it', async () => {
    expect((await runWithLock(false)).locked).toEqual([])
  })
})

describe('a lock file of git that stops a run', () => {
  it.each([
    ['the run’s head', (ref: string) => ref.endsWith('/head')],
    ['a commit in progress', (ref: string) => ref.includes('/candidate/')],
    ['the target', (ref: string) => ref.startsWith('refs/heads/')],
  ])('%s: is waited for 5 s, then opens one gate, and is removed if approved', async (_, isMeant) => {
    const { host, removed, waited } = createLockedHost(isMeant)
    const asked: unknown[] = []
    const run = await createRun({
      ...options,
      host,
      onGate: (gate) => {
        asked.push([gate.kind, gate.kind === 'blocker' && gate.blocker, Object.keys(gate.choices)])
        expect(gate.details).toContain('No git process runs in the repository.')
        expect(removed).toHaveLength(asked.length - 1)
        return gate.choices.approve?.()
      },
    })
    const report = await run.start()
    expect(report.status).toBe('completed')
    expect(waited.slice(0, 3)).toEqual([500, 1500, 3000])
    const question = ['blocker', 'repository_locked', ['approve', 'retry', 'abort']]
    expect(asked.slice(0, 1)).toEqual([question])
    expect(new Set(removed).size).toBe(removed.length)
    expect(asked).toHaveLength(removed.length)
  })

  it('during the verification of an attempt: opens a gate, and fails no phase', async () => {
    const { host, removed } = createLockedHost((ref) => ref === 'index.lock')
    const run = await createRun({
      ...options,
      host,
      verify: { test: ['test'] },
      onGate: (gate) => gate.choices.approve?.(),
    })
    const events = recordEvents(run)
    await run.start()
    expect(removed).toEqual(['index.lock'])
    expect(events.some(({ type }) => type === 'phase_retry' || type === 'phase_failed')).toBe(false)
  })

  it('at the commit of an attempt: the work is kept under another ref, which the gate names', async () => {
    const { host } = createLockedHost((ref) => ref.includes('/attempt/'))
    const driver = createScriptedDriver(async ({ workspace }) =>
      workspace.fs.writeFile('/work.txt', 'paid for\n'),
    )
    const run = await createRun({
      ...options,
      plan: { phases: [{ id: 'a', title: 'A', body: 'Do it.' }] },
      host,
      driver,
    })
    const { status, gates } = await run.start()
    expect(status).toBe('waiting')
    const ref = `refs/amelia/${run.id}/left/a/1`
    expect(gates[0]?.details).toContain(`The uncommitted work is kept: git show ${ref}`)
    expect(host.git.filesOf((await host.git.readRef(ref))!).get('work.txt')).toBe('paid for\n')
  })

  it('opens no gate if it disappears', async () => {
    const { host, removed, waited, whenWaiting } = createLockedHost((ref) => ref.endsWith('/head'))
    const run = await createRun({ ...options, host })
    const events = recordEvents(run)
    whenWaiting(() => {
      if (waited.length === 2) removed.push(`refs/amelia/${run.id}/head`)
    })
    expect((await run.start()).status).toBe('completed')
    expect(events.some(({ type }) => type === 'gate_opened')).toBe(false)
  })

  it('parks an unattended run; the resume applies the answer', async () => {
    const { host, removed } = createLockedHost((ref) => ref.endsWith('/head'))
    const run = await createRun({ ...options, host })
    const report = await run.start()
    expect(report.status).toBe('waiting')
    const [gate] = report.gates
    expect(gate).toMatchObject({ blocker: 'repository_locked', phaseIds: [] })
    const next = await openRun({ host, runId: run.id, onGate: (asked) => asked.choices.approve?.() })
    expect((await next.start()).status).toBe('completed')
    expect(removed).toHaveLength(1)
  })

  it('opens no gate if the locks disappear before the resume', async () => {
    const { host, removed, locks } = createLockedHost((ref) => ref.endsWith('/head'))
    const run = await createRun({ ...options, host })
    const { gates } = await run.start()
    removed.push(...locks.keys())
    locks.clear()
    const report = await (await openRun({ host, runId: run.id })).start()
    expect(report).toMatchObject({ status: 'completed', gates: [] })
    expect(gates).toHaveLength(1)
  })

  it('leaves nothing unfinished when the run is reverted', async () => {
    const { host } = createLockedHost((ref) => ref.startsWith('refs/heads/'))
    const run = await createRun({
      ...options,
      host,
      onGate: (gate) => (gate.kind === 'plan' ? undefined : gate.choices.abort()),
    })
    expect((await run.start()).status).toBe('aborted')
    expect(host.git.openWorkspaces).toBe(0)
  })
})

describe('a lock that stops the report of a run that fails', () => {
  /** A failed run whose target is locked since the failure, and whose step succeeds from then on. */
  const fail = async () => {
    const world = { isEnding: false }
    const step = { id: 'b1.1', action: 'command', command: 'bad', risk: 'low' } as const
    const broken = phase('b', ['a'], { subtasks: [{ id: 'b1', title: 'B', steps: [step] }] })
    const locked = createLockedHost((ref) => world.isEnding && ref.startsWith('refs/heads/'), {
      commands: () => (world.isEnding ? 0 : 1),
    })
    const { host } = locked
    const plan = { phases: [phase('a'), broken] }
    const run = await createRun({ ...options, plan, artifacts: 'commit', maxAttempts: 1, host })
    run.on('phase_failed', () => {
      world.isEnding = true
    })
    const failed = await run.start()
    expect(failed).toMatchObject({ status: 'failed', gates: [], phases: [{ status: 'completed' }, {}] })
    expect(locked.removed).toEqual([])
    return { ...locked, world, failed }
  }
  const messagesOn = ({ git }: MemoryHost, ref: string): string[] =>
    git.log(ref).map((id) => git.commitOf(id)!.message.split(':')[0]!)

  it('opens no gate: the run ends, and a resume finishes the move', async () => {
    const { host, locks, removed, failed } = await fail()
    expect(messagesOn(host, failed.target)).not.toContain('Report')
    removed.push(failed.target)
    locks.clear()
    const report = await (await openRun({ host, runId: failed.runId })).start()
    expect(report).toMatchObject({ status: 'completed', targetPublished: true, gates: [] })
    expect(messagesOn(host, report.target).filter((text) => text === 'Report')).toHaveLength(2)
  })

  it('opens a gate in a resume that it still blocks, which can be cancelled and resumed again', async () => {
    const { host, removed, failed } = await fail()
    const second = await openRun({ host, runId: failed.runId })
    second.on('gate_opened', () => second.cancel())
    expect((await second.start()).status).toBe('cancelled')
    const onGate: RunOptions['onGate'] = (gate) => gate.choices.approve?.()
    const report = await (await openRun({ host, runId: failed.runId, onGate })).start()
    expect(report).toMatchObject({ status: 'completed', targetPublished: true })
    expect(removed).toHaveLength(1)
    expect(messagesOn(host, report.target).filter((text) => text === 'Report')).toHaveLength(2)
  })
})
