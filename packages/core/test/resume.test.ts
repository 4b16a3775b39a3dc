import { describe, expect, it } from 'vitest'
import type { JournalRecord } from '../src/plugin.ts'
import { createRun, openRun } from '../src/index.ts'
import { memoryHost, recordEvents } from '../src/testing.ts'
import { Crash, crashAfter } from './crash-after.ts'
import { checkInvariants } from './check-invariants.ts'
import { forkPlan } from './sample-plan.ts'

const countRecords = async (): Promise<number> => {
  const host = memoryHost()
  const run = await createRun({ plan: forkPlan(), host, trust: 'autonomous' })
  await run.start()
  return (await host.store.load(run.id)).length
}

describe('a run whose process dies', () => {
  it('reaches the same end after any last record (fault 61)', async () => {
    const total = await countRecords()
    expect(total).toBeGreaterThan(60)
    const trees = new Set<string>()
    for (let records = 2; records < total; records++) {
      for (const when of ['before', 'after'] as const) {
        const host = crashAfter(records, when)
        const plan = forkPlan()
        const run = await createRun({ plan, host, trust: 'autonomous' })
        await expect(run.start()).rejects.toBeInstanceOf(Crash)
        host.revive()

        const again = await openRun({ host, runId: run.id })
        const events = recordEvents(again)
        const report = await again.start()
        expect(report.status, `${when} record ${records}`).toBe('completed')
        checkInvariants({ plan, host, run: again, events, report }, 4)
        // The run's files contain its actual times and numbers of attempts.
        const files = [...host.git.filesOf(report.head)].filter(([path]) => !path.startsWith('docs/amelia/'))
        trees.add(JSON.stringify(files.sort()))
        expect(host.git.refs.get(report.target)).toBe(report.head)
      }
    }
    expect(trees.size).toBe(1)
  })

  it('finishes a partial move of refs', async () => {
    const host = memoryHost()
    const { updateRefs } = host.git
    let moves = 0
    host.git.updateRefs = async (updates) => {
      // The third transaction is killed after one of its refs has moved.
      if (++moves !== 3) return updateRefs(updates)
      await updateRefs(updates.slice(0, 1))
      throw new Crash()
    }
    const plan = forkPlan()
    const run = await createRun({ plan, host, trust: 'autonomous' })
    await expect(run.start()).rejects.toBeInstanceOf(Crash)
    host.git.updateRefs = updateRefs
    const again = await openRun({ host, runId: run.id })
    const events = recordEvents(again)
    const report = await again.start()
    expect(report.status).toBe('completed')
    checkInvariants({ plan, host, run: again, events, report }, 4)
  })

  it('accepts a target that a person has advanced from its commit', async () => {
    const host = memoryHost()
    const { updateRefs } = host.git
    let moves = 0
    host.git.updateRefs = async (updates) => {
      await updateRefs(updates)
      if (++moves < 3) return
      const target = updates.find(({ ref }) => ref.startsWith('refs/heads/'))!
      host.git.setRef(target.ref, host.git.addCommit(target.new, { 'by-hand.txt': 'x' }))
      throw new Crash()
    }
    const run = await createRun({ plan: forkPlan(), host, trust: 'autonomous' })
    await expect(run.start()).rejects.toBeInstanceOf(Crash)
    host.git.updateRefs = updateRefs
    const report = await (await openRun({ host, runId: run.id })).start()
    expect(report).toMatchObject({ status: 'completed', targetPublished: true })
    expect(host.git.filesOf(report.target).get('by-hand.txt')).toBe('x')
  })

  it('emits the same past events again, and continues their numbers', async () => {
    const host = memoryHost()
    const run = await createRun({ plan: forkPlan(), host, trust: 'paranoid' })
    const before = recordEvents(run)
    await run.start()
    const again = await openRun({ host, runId: run.id })
    expect(recordEvents(again)).toEqual(before)
    await again.answer('checkpoint:0:1', 'approve')
    const after = recordEvents(again)
    await again.start()
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.map(({ seq }) => seq)).toEqual(after.map((_, index) => index + 1))
    expect(after[before.length]?.type).toBe('run_resumed')
  })
})

describe('opening a run', () => {
  it('returns the report of a completed run, and changes nothing', async () => {
    const host = memoryHost()
    const run = await createRun({ plan: forkPlan(), host, trust: 'autonomous' })
    const report = await run.start()
    const again = await openRun({ host, runId: run.id })
    expect(await again.start()).toEqual(report)
    expect(again.gates()).toEqual([])
  })

  // seed: phase-execution-reference 25
  it('restores the attempts of a failed run (seed phase-execution-reference, Resume Scenarios)', async () => {
    let broken = true
    const host = memoryHost({ commands: () => (broken ? 1 : 0) })
    const plan = forkPlan()
    const run = await createRun({ plan, host, trust: 'autonomous', verify: { test: ['test'] } })
    expect(await run.start()).toMatchObject({ status: 'failed' })
    broken = false
    const again = await openRun({ host, runId: run.id })
    const events = recordEvents(again)
    const report = await again.start()
    expect(report).toMatchObject({
      status: 'completed',
      phases: [{ id: '0', attempt: 3 }, {}, {}, {}, {}, {}],
    })
    checkInvariants({ plan, host, run: again, events, report }, 4)
  })

  it('reports a run that is unknown, newer, damaged or locked (faults 62, 66)', async () => {
    const host = memoryHost()
    await expect(openRun({ host, runId: 'nope' })).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' })
    const put = async (runId: string, value: unknown): Promise<void> => {
      const lease = await host.store.acquire(runId)
      await lease.append([{ seq: 1, value } satisfies JournalRecord])
      await lease.release()
    }
    await put('odd', { type: 'something' })
    await expect(openRun({ host, runId: 'odd' })).rejects.toMatchObject({ code: 'RUN_DAMAGED' })
    await put('new', { type: 'run_created', version: 99 })
    await expect(openRun({ host, runId: 'new' })).rejects.toMatchObject({
      code: 'RUN_VERSION',
      details: { version: '99' },
    })

    const run = await createRun({ plan: forkPlan(), host, trust: 'paranoid' })
    await run.start()
    const [one, two] = [await openRun({ host, runId: run.id }), await openRun({ host, runId: run.id })]
    const lease = await host.store.acquire(run.id)
    await expect(one.start()).rejects.toMatchObject({ code: 'RUN_LOCKED' })
    await lease.release()
    const three = await openRun({ host, runId: run.id })
    await three.answer('checkpoint:0:1', 'approve')
    await three.start()
    await expect(two.start()).rejects.toMatchObject({ code: 'RUN_LOCKED' })
  })
})
