import { describe, expect, it } from 'vitest'
import { createRun, openRun, type PlanDraft, type Report, type RunOptions } from '../src/index.ts'
import {
  memoryHost,
  createScriptedDriver,
  type MemoryHost,
  type MemoryHostOptions,
  recordEvents,
} from '../src/testing.ts'
import { checkInvariants } from './check-invariants.ts'
import { Crash, crashAfter } from './crash-after.ts'
import { runPlan, type RunPlanOptions } from './run-plan.ts'
import { phase } from './sample-plan.ts'

/** A phase with one step, a command of the same name. */
const command = (id: string, dependsOn: string[] = []) =>
  phase(id, dependsOn, {
    subtasks: [{ id: `${id}1`, title: id, steps: [{ id: `${id}1.1`, action: 'command', command: id }] }],
  })
const plan: PlanDraft = { title: 'Work', phases: [phase('a'), command('bad', ['a']), phase('c', ['bad'])] }
const breaks = (isBroken: () => boolean): MemoryHostOptions => ({
  commands: ({ argv }) =>
    argv[0] === 'bad' && isBroken() ? { exitCode: 1, output: 'Error: no such thing' } : 0,
})
const always = breaks(() => true)
const failing: Partial<RunPlanOptions> = { preset: 'phased', maxAttempts: 1, artifacts: 'commit' }

const reportsOn = (host: MemoryHost, commit: string): string[] =>
  host.git.log(commit).filter((id) => host.git.commitOf(id)!.message.includes('\nAmelia-Commit: report'))
const fileOf = (host: MemoryHost, commit: string, name: string): string | undefined =>
  [...host.git.filesOf(commit)].find(([path]) => path.endsWith(`/${name}`))?.[1]
const statusOf = ({ host, report }: { host: MemoryHost; report: Report }): unknown =>
  (JSON.parse(fileOf(host, report.target, 'execution-state.json')!) as { status: string }).status
const answering = (choice: 'abort' | 'abort-revert'): Pick<RunOptions, 'onGate'> => ({
  onGate: (gate) => (gate.kind === 'blocker' ? { gateId: gate.id, choice } : undefined),
})

describe('a run that ends unfinished after publishing a phase', () => {
  it.each([
    ['failed', failing],
    ['aborted', { preset: 'intelligent', artifacts: 'commit', ...answering('abort') }],
  ] as const)('%s: commits report, state and feedback to its branch', async (status, options) => {
    const { host, report } = await runPlan({ plan, world: always, ...options })
    expect(report).toMatchObject({ status, targetPublished: true })
    expect(host.git.refs.get(report.target)).toBe(report.head)
    expect(reportsOn(host, report.target)).toEqual([report.head])
    expect(statusOf({ host, report })).toBe(status)
    expect(fileOf(host, report.target, 'report.md')).toContain(`Status: ${status}.`)
    expect(fileOf(host, report.target, 'phase-bad/review-feedback.md')).toContain('Error: no such thing')
    expect(fileOf(host, report.target, 'report.md')).not.toMatch(/waiting|pending/)
  })

  it('cancelled: commits its report, and a resume reaches the end', async () => {
    const host = memoryHost()
    const both = { title: 'Work', phases: [phase('a'), phase('b', ['a'])] }
    const run = await createRun({ plan: both, host, trust: 'autonomous' })
    run.on('phase_completed', () => run.cancel())
    const cancelled = await run.start()
    expect(cancelled.status).toBe('cancelled')
    expect(reportsOn(host, cancelled.target)).toEqual([cancelled.head])
    expect(statusOf({ host, report: cancelled })).toBe('cancelled')
    const report = await (await openRun({ host, runId: run.id })).start()
    expect(report).toMatchObject({ status: 'completed', targetPublished: true })
    expect(reportsOn(host, report.target)).toHaveLength(2)
  })

  it.each([
    ['without artifacts', failing, { artifacts: 'none' }, 'failed'],
    ['published as one commit', failing, { publish: 'single' }, 'failed'],
    ['published as files', failing, { publish: 'message-only' }, 'failed'],
    ['before its first phase', failing, { plan: { phases: [command('bad')] } }, 'failed'],
    ['waiting for an answer', { preset: 'intelligent', artifacts: 'commit' }, {}, 'waiting'],
    ['and reverted', { preset: 'intelligent', artifacts: 'commit' }, answering('abort-revert'), 'aborted'],
  ] as [string, Partial<RunPlanOptions>, Partial<RunPlanOptions>, string][])(
    '%s: commits no report',
    async (_name, options, more, status) => {
      const { host, report, run } = await runPlan({ plan, world: always, ...options, ...more })
      expect(report.status).toBe(status)
      for (const ref of [report.target, `refs/amelia/${run.id}/head`, `refs/amelia/${run.id}/reverted`])
        if (host.git.refs.has(ref)) expect(reportsOn(host, ref)).toEqual([])
      expect(await host.store.kept(run.id, 'report.md')).toContain('Status: ')
    },
  )

  it('says that only the report is missing on a branch that a person has advanced since', async () => {
    const host = memoryHost()
    const run = await createRun({ plan: { title: 'Work', phases: [phase('a')] }, host, trust: 'autonomous' })
    let own = ''
    run.on('phase_completed', ({ commit }) => {
      const files = Object.fromEntries(host.git.filesOf(commit))
      own = host.git.addCommit(commit, { ...files, 'mine.txt': 'mine' })
      host.git.setRef(run.report().target, own)
    })
    const events = recordEvents(run)
    const report = await run.start()
    expect(report).toMatchObject({ status: 'completed', targetPublished: true })
    const branch = report.target.replace('refs/heads/', '')
    const reason = `${branch} has newer commits of someone else, so only the run's report is missing there. To add it, merge refs/amelia/${run.id}/head into ${branch}.`
    expect(report.targetNote).toBe(reason)
    expect(events.filter(({ type }) => type === 'run_published')).toMatchObject([{ target: true, reason }])
    expect(host.git.refs.get(report.target)).toBe(own)
    expect(reportsOn(host, report.head)).toEqual([report.head])
  })

  it('does not change a branch that a person has advanced, and builds on that commit later', async () => {
    let broken = true
    const host = memoryHost(breaks(() => broken))
    const run = await createRun({ plan, host, trust: 'autonomous', planApproved: true, maxAttempts: 1 })
    let own = ''
    let target = ''
    run.on('run_started', (event) => {
      target = event.target
    })
    run.on('phase_failed', () => {
      const before = host.git.refs.get(`refs/amelia/${run.id}/head`)!
      own = host.git.addCommit(before, {
        ...Object.fromEntries(host.git.filesOf(before)),
        'mine.txt': 'mine',
      })
      host.git.setRef(target, own)
    })
    const failed = await run.start()
    expect(failed.status).toBe('failed')
    expect(host.git.refs.get(failed.target)).toBe(own)
    expect(reportsOn(host, failed.head)).toEqual([])
    broken = false
    const report = await (await openRun({ host, runId: run.id })).start()
    expect(report).toMatchObject({ status: 'completed', targetPublished: true })
    expect(host.git.log(report.target)).toContain(own)
    expect(reportsOn(host, report.target)).toEqual([report.head])
  })

  it('abandons the report if a person moves the branch concurrently', async () => {
    let broken = true
    const host = memoryHost(breaks(() => broken))
    const run = await createRun({ plan, host, trust: 'autonomous', planApproved: true, maxAttempts: 1 })
    let target = ''
    run.on('run_started', (event) => {
      target = event.target
    })
    const { compose } = host.git
    let own = ''
    host.git.compose = async (request) => {
      const commit = await compose(request)
      if (request.message.includes('Amelia-Commit: report') && own === '') {
        own = host.git.addCommit(request.parent!, Object.fromEntries(host.git.filesOf(request.parent!)))
        host.git.setRef(target, own)
      }
      return commit
    }
    const failed = await run.start()
    expect(failed.status).toBe('failed')
    expect(host.git.refs.get(target)).toBe(own)
    expect(reportsOn(host, failed.head)).toEqual([])
    broken = false
    const report = await (await openRun({ host, runId: run.id })).start()
    expect(report).toMatchObject({ status: 'completed', targetPublished: true })
    expect(host.git.log(report.target)).toContain(own)
  })

  it('commits one report for each end, and the last one replaces the files', async () => {
    let broken = true
    const host = memoryHost(breaks(() => broken))
    const first = await runPlan({ plan, host, ...failing })
    const again = await (await openRun({ host, runId: first.run.id })).start()
    expect(again.status).toBe('failed')
    expect(reportsOn(host, again.target)).toHaveLength(2)
    broken = false
    const report = await (await openRun({ host, runId: first.run.id })).start()
    expect(report).toMatchObject({ status: 'completed', targetPublished: true })
    expect(reportsOn(host, report.target)).toHaveLength(3)
    expect(statusOf({ host, report })).not.toBe('failed')
    expect(host.git.log(report.target)).toContain(first.report.head)
    // The run is over: another process adds nothing.
    expect((await (await openRun({ host, runId: first.run.id })).start()).head).toBe(report.head)
  })

  it('reports an aborted run once, however often it is opened, and reverts the report with the run', async () => {
    const { host, run, report } = await runPlan({
      plan,
      world: always,
      preset: 'intelligent',
      artifacts: 'commit',
      ...answering('abort'),
    })
    const again = await (await openRun({ host, runId: run.id })).start()
    expect(again).toMatchObject({ status: 'aborted', head: report.head })
    const { revertRun } = await import('../src/index.ts')
    expect(await revertRun({ host, runId: run.id })).toMatchObject({ reverted: true })
    expect(host.git.refs.has(report.target)).toBe(false)
  })
})

describe('a failing run whose process dies after any record', () => {
  const options = {
    plan,
    trust: 'autonomous',
    planApproved: true,
    maxAttempts: 1,
    artifacts: 'commit',
    driver: createScriptedDriver(),
  } as const

  it('is resumed to the same end, with one commit per phase', async () => {
    const whole = memoryHost(always)
    const first = await createRun({ ...options, host: whole })
    expect((await first.start()).status).toBe('failed')
    const total = (await whole.store.load(first.id)).length
    for (let records = 2; records < total; records++)
      for (const when of ['before', 'after'] as const) {
        const host = crashAfter(records, when, always)
        const run = await createRun({ ...options, host })
        await expect(run.start()).rejects.toBeInstanceOf(Crash)
        host.revive()
        const again = await openRun({ host, runId: run.id, driver: options.driver })
        const events = recordEvents(again)
        const report = await again.start()
        expect(report, `${when} record ${records}`).toMatchObject({ status: 'failed', targetPublished: true })
        checkInvariants({ plan, host, run: again, events, report }, 4)
        expect(host.git.refs.get(report.target)).toBe(report.head)
        expect(statusOf({ host, report })).toBe('failed')
      }
  })
})
