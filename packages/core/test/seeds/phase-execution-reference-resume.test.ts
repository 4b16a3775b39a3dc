import { describe, expect, it } from 'vitest'
import { createRun, openRun, type Report, type RunOptions } from '../../src/index.ts'
import { memoryHost, createScriptedDriver, type MemoryHost, recordEvents } from '../../src/testing.ts'
import { checkInvariants } from '../check-invariants.ts'
import { statuses, told } from '../run-plan.ts'
import { forkPlan } from '../sample-plan.ts'

const plan = () => ({
  phases: forkPlan().phases.map(({ id, dependsOn = [] }) => ({ id, title: id, dependsOn })),
})

const driverThat = (fails: (id: string, session: number) => boolean) =>
  createScriptedDriver(async ({ prompt, workspace }, _, session) => {
    const id = /^You are working on phase (\S+)/.exec(prompt)![1]!
    if (fails(id, session)) throw new Error(`${id} failed in session ${'abcdefghij'[session]}`)
    await workspace.fs.writeFile(`/${id}.txt`, id)
  })

const common = { preset: 'autobuild', trust: 'autonomous', artifacts: 'none' } as const

const first = async (host: MemoryHost, more: Partial<RunOptions>) => {
  const run = await createRun({ plan: plan(), host, ...common, ...more })
  return { run, report: run.start() }
}

/** Reopens a run with an agent that no longer fails. */
const resume = async (host: MemoryHost, runId: string) => {
  const run = await openRun({ host, runId, driver: driverThat(() => false) })
  const events = recordEvents(run)
  const past = events.length
  const before = run.report()
  const report = await run.start()
  if (events.length > past) checkInvariants({ plan: plan(), host, run, events, report }, 4)
  return { report, before, events: events.slice(past) }
}

const attempts = ({ phases }: Report): Record<string, number> =>
  Object.fromEntries(phases.map(({ id, attempt }) => [id, attempt]))

describe('a resumed run', () => {
  // seed: phase-execution-reference 25, phase-execution-reference 29
  it('retries a failed phase with all its attempts, and then the phases that it blocked (seed phase-execution-reference, Resume Scenarios)', async () => {
    const host = memoryHost()
    const { run, report } = await first(host, { driver: driverThat((id) => id === '2a') })
    expect(statuses(await report)).toMatchObject({
      '2a': 'failed',
      '2b': 'completed',
      '2c': 'completed',
      3: 'blocked',
    })
    let again = 0
    const second = await openRun({
      host,
      runId: run.id,
      driver: driverThat((id) => id === '2a' && ++again === 1),
    })
    const events = recordEvents(second)
    const past = events.length
    const end = await second.start()
    expect(end.status).toBe('completed')
    expect(told(events.slice(past), 'phase_started', 'phase_retry')).toEqual([
      'phase_started 2a',
      'phase_retry 2a',
      'phase_started 2a',
      'phase_started 3',
    ])
    expect(attempts(end)).toEqual({ 0: 1, 1: 1, '2a': 4, '2b': 1, '2c': 1, 3: 1 })
  })

  // seed: phase-execution-reference 30
  it('continues an interrupted phase without using an attempt (seed phase-execution-reference, Resume Scenarios)', async () => {
    const host = memoryHost()
    const waiting = createScriptedDriver(({ prompt }, { signal }) => {
      if (!prompt.includes('phase 2a (')) return
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped')))
        run.cancel()
      })
    })
    const { run, report } = await first(host, { driver: waiting, concurrency: 1 })
    expect(await report).toMatchObject({ status: 'cancelled' })
    const { before, report: end, events } = await resume(host, run.id)
    expect(statuses(before)).toMatchObject({ 1: 'completed', '2a': 'cancelled', 3: 'cancelled' })
    expect(end.status).toBe('completed')
    expect(told(events, 'phase_started', 'phase_continued')[0]).toBe('phase_continued 2a')
    expect(attempts(end)).toMatchObject({ 1: 1, '2a': 1, '2b': 1 })
  })

  // seed: phase-execution-reference 26, phase-execution-reference 31
  it('starts pending phases, and keeps completed ones (seed phase-execution-reference, Resume Scenarios)', async () => {
    const host = memoryHost()
    const driver = createScriptedDriver(({ prompt }) => {
      if (prompt.includes('phase 2a (')) run.drain()
    })
    const { run, report } = await first(host, { driver, concurrency: 1 })
    expect(statuses(await report)).toMatchObject({
      '2a': 'completed',
      '2b': 'cancelled',
      '2c': 'cancelled',
      3: 'cancelled',
    })
    const { report: end, events } = await resume(host, run.id)
    expect(end.status).toBe('completed')
    expect(told(events, 'phase_started')).toEqual(['phase_started 2b', 'phase_started 2c', 'phase_started 3'])
  })

  // seed: phase-execution-reference 32
  it('starts with the phases that block others (seed phase-execution-reference, Resume Scenarios)', async () => {
    const host = memoryHost()
    const { run, report } = await first(host, { driver: driverThat((id) => id === '1'), maxAttempts: 1 })
    expect(statuses(await report)).toEqual({
      0: 'completed',
      1: 'failed',
      '2a': 'blocked',
      '2b': 'blocked',
      '2c': 'blocked',
      3: 'blocked',
    })
    const { report: end, events } = await resume(host, run.id)
    expect(end.status).toBe('completed')
    expect(told(events, 'phase_started')[0]).toBe('phase_started 1')
    expect(end.phases.every(({ because }) => because === undefined)).toBe(true)
  })

  // seed: phase-execution-reference 26
  it('reports that it is completed, and does nothing (seed phase-execution-reference, Resume Scenarios)', async () => {
    const host = memoryHost()
    const { run, report } = await first(host, { driver: driverThat(() => false) })
    const done = await report
    const { report: again, events } = await resume(host, run.id)
    expect(again).toEqual(done)
    expect(again.status).toBe('completed')
    expect(events).toEqual([])
  })
})
