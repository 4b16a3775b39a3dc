import { describe, expect, it } from 'vitest'
import {
  createRun,
  forkRun,
  openRun,
  readRun,
  revertRun,
  type PlanDraft,
  type RunOptions,
} from '../src/index.ts'
import { createScriptedDriver, memoryHost, type MemoryHost } from '../src/testing.ts'
import { forkPlan, phase } from './sample-plan.ts'

const rules = { trust: 'autonomous', reviewers: [] } as const

const runOld = async (host: MemoryHost, more: Partial<RunOptions> = {}) => {
  const run = await createRun({ host, plan: forkPlan(), planApproved: true, ...rules, ...more })
  return { run, runId: run.id, report: await run.start() }
}

/** Everything that a fork must not change about a run. */
const pictureOf = async (host: MemoryHost, runId: string, target: string): Promise<string> => {
  const refs = [...host.git.refs].filter(([ref]) => ref.includes(runId) || ref === target)
  return JSON.stringify([refs.toSorted(), await host.store.load(runId)])
}

const statusesOf = (report: { phases: { id: string; status: string }[] }): string =>
  report.phases.map(({ id, status }) => `${id} ${status}`).join(', ')

const filesOf = (host: MemoryHost, commit: string): string[] =>
  [...host.git.filesOf(commit).keys()].filter((path) => path.startsWith('src/')).toSorted()

describe('a fork', () => {
  it('adopts the commits before the phase, and leaves the other run as it is', async () => {
    const host = memoryHost()
    const { runId, report } = await runOld(host, { labels: { team: 'a' }, concurrency: 1 })
    const before = await pictureOf(host, runId, report.target)
    const fork = await forkRun({ host, runId, from: '2b', ...rules })
    const forked = await fork.start()
    expect(statusesOf(forked)).toBe(
      '0 external, 1 external, 2a external, 2b completed, 2c completed, 3 completed',
    )
    const adopted = report.phases.find(({ id }) => id === '2a')!.commit!
    expect(forked).toMatchObject({
      ...{ status: 'completed', base: adopted, labels: { team: 'a' } },
      forkedFrom: { runId, phaseId: '2b', commit: adopted, adopted: ['0', '1', '2a'] },
    })
    expect(forked.target).not.toBe(report.target)
    expect(await host.git.isAncestor(adopted, host.git.refs.get(forked.target)!)).toBe(true)
    expect(filesOf(host, forked.head)).toEqual(filesOf(host, report.head))
    expect(await pictureOf(host, runId, report.target)).toBe(before)
    // A fork can be forked.
    const again = await forkRun({ host, runId: fork.id, from: '3', ...rules })
    expect(statusesOf(await again.start())).toBe(
      '0 external, 1 external, 2a external, 2b external, 2c external, 3 completed',
    )
  })

  it('ends with a review if the preset of the other run says so, also of one whose journal is older', async () => {
    const host = memoryHost()
    const driver = createScriptedDriver()
    const finals = async (runId: string): Promise<number> => {
      driver.requests.length = 0
      await (await forkRun({ host, runId, from: '2b', trust: 'autonomous', driver })).start()
      return driver.requests.filter(({ prompt }) => prompt.includes('You review the final result')).length
    }
    const { runId } = await runOld(host, { preset: 'intelligent' })
    expect(await finals(runId)).toBe(1)
    const lease = await host.store.acquire('older')
    for (const { seq, value } of await host.store.load(runId)) {
      const {
        after: _digest,
        settings,
        ...record
      } = value as {
        after?: number
        settings?: { finalReview?: boolean }
      }
      if (settings) {
        expect(settings.finalReview).toBe(true)
        delete settings.finalReview
      }
      await lease.append([{ seq, value: { ...record, ...(settings && { runId: 'older', settings }) } }])
    }
    await lease.release()
    expect(await finals('older')).toBe(0)
  })

  it('adopts what was integrated before, whatever the plan’s order', async () => {
    const host = memoryHost()
    // 2a waits until 2b and 2c are integrated.
    let go = (): void => {}
    const driver = createScriptedDriver(async ({ prompt, workspace }) => {
      const [, id] = /phase (\S+?):? /i.exec(prompt) ?? []
      if (/\b2a\b/.test(prompt.slice(0, 80))) await new Promise<void>((resolve) => (go = resolve))
      await workspace.fs.writeFile(`/${String(id)}${Math.random()}`, 'x')
    })
    const agentPhase = (id: string, dependsOn: string[]) => ({ id, title: id, body: `Do ${id}.`, dependsOn })
    const plan: PlanDraft = {
      phases: [
        agentPhase('1', []),
        agentPhase('2a', ['1']),
        agentPhase('2b', ['1']),
        agentPhase('3', ['2a', '2b']),
      ],
    }
    const run = await createRun({ host, driver, plan, artifacts: 'none', ...rules })
    run.on('phase_completed', ({ phaseId }) => {
      if (phaseId === '2b') go()
    })
    expect((await run.start()).status).toBe('completed')
    const adoptedBy = async (from: string): Promise<string[] | undefined> =>
      (await forkRun({ host, driver, runId: run.id, from, ...rules })).report().forkedFrom?.adopted
    expect(await adoptedBy('2a')).toEqual(['1', '2b'])
    expect(await adoptedBy('2b')).toEqual(['1'])
    expect(await adoptedBy('1')).toEqual([])
  })

  it('begins on the base of the run if no commit precedes the phase', async () => {
    const host = memoryHost()
    const { runId, report } = await runOld(host)
    const fork = await forkRun({ host, runId, from: '0', ...rules })
    expect(await fork.start()).toMatchObject({ status: 'completed', base: report.base })
  })

  it.each(['failed', 'cancelled'])('adopts everything of a run in which the phase is %s', async (how) => {
    const host = memoryHost()
    const plan = { phases: [phase('a'), { id: 'b', title: 'B', body: 'Do b.', dependsOn: ['a'] }] }
    let stop = (): void => {}
    const driver = createScriptedDriver(() => {
      if (how === 'failed') throw new Error('no')
      stop()
    })
    const run = await createRun({ host, plan, driver, planApproved: true, ...rules })
    stop = () => run.cancel()
    expect((await run.start()).status).toBe(how)
    const fork = await forkRun({ host, runId: run.id, from: 'b', driver: createScriptedDriver(), ...rules })
    expect(statusesOf(await fork.start())).toBe('a external, b completed')
    // The other run can still be resumed.
    const resumed = await openRun({ host, runId: run.id, driver: createScriptedDriver(), reviewers: [] })
    expect((await resumed.start()).status).toBe('completed')
  })

  it('adopts what is integrated in a run that another process is running', async () => {
    const host = memoryHost()
    let end = (): void => {}
    const driver = createScriptedDriver(() => new Promise<void>((resolve) => (end = resolve)))
    const plan = { phases: [phase('a'), { id: 'b', title: 'B', body: 'Do b.', dependsOn: ['a'] }] }
    const run = await createRun({ host, plan, driver, planApproved: true, ...rules })
    const begun = new Promise<void>((resolve) =>
      run.on('phase_started', ({ phaseId }) => phaseId === 'b' && resolve()),
    )
    const report = run.start()
    await begun
    const fork = await forkRun({ host, runId: run.id, from: 'b', driver: createScriptedDriver(), ...rules })
    expect(statusesOf(await fork.start())).toBe('a external, b completed')
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
    end()
    expect((await report).status).toBe('completed')
  })

  it('adopts the commits of a reverted run', async () => {
    const host = memoryHost()
    const { runId, report } = await runOld(host)
    await revertRun({ host, runId })
    const fork = await forkRun({ host, runId, from: '3', ...rules })
    const forked = await fork.start()
    expect(forked).toMatchObject({ status: 'completed' })
    expect(filesOf(host, forked.head)).toEqual(filesOf(host, report.head))
  })

  it('runs an adopted phase again whose work another plan changes, with another preset', async () => {
    const host = memoryHost()
    const { runId } = await runOld(host)
    const step = {
      id: '1.1.1',
      action: 'code',
      filePath: 'src/1.txt',
      codeChange: 'new\n',
      replace: true,
    } as const
    const edited = phase('1', ['0'], { subtasks: [{ id: '1.1', title: 'Write 1', steps: [step] }] })
    const { phases } = forkPlan()
    const plan = { phases: phases.map((one) => (one.id === '1' ? edited : one)) }
    const fork = await forkRun({ host, runId, from: '2c', plan, preset: 'intelligent', ...rules })
    expect(fork.report().forkedFrom?.adopted).not.toContain('1')
    const forked = await fork.start()
    expect(forked.status).toBe('completed')
    expect(host.git.filesOf(forked.head).get('src/1.txt')).toBe('new\n')
  })

  it('keeps rules and checks of the other run', async () => {
    const host = memoryHost()
    const verify = { test: ['npm', 'test'], lint: { command: ['lint'], when: 'end' as const } }
    const { runId } = await runOld(host, { maxAttempts: 7, concurrency: 2, publish: 'single', verify })
    const [old] = await host.store.load(runId)
    const { checks } = (old?.value as { settings: { checks: unknown[] } }).settings
    expect(checks).toHaveLength(2)
    const fork = await forkRun({ host, runId, from: '3', ...rules, concurrency: 3 })
    await fork.start()
    const [head] = await host.store.load(fork.id)
    expect(head?.value).toMatchObject({
      settings: { retry: { maxAttempts: 7 }, concurrency: 3, publish: 'single', planApproved: true, checks },
    })
  })

  it('continues the branch of the other run with a phase that only its own plan has', async () => {
    const host = memoryHost()
    const { runId, report } = await runOld(host)
    const [name, tip] = [report.target.replace('refs/heads/', ''), host.git.refs.get(report.target)!]
    const plan = { phases: [...forkPlan().phases, phase('4', ['3'])] }
    const follow = (more: object) =>
      forkRun({ host, runId, from: '4', plan, planApproved: true, ...rules, target: name, ...more })
    const forked = await (await follow({})).start()
    expect(statusesOf(forked)).toBe(
      '0 external, 1 external, 2a external, 2b external, 2c external, 3 external, 4 completed',
    )
    expect(forked).toMatchObject({ status: 'completed', base: tip, target: report.target })
    expect(await host.git.isAncestor(tip, host.git.refs.get(report.target)!)).toBe(true)
    expect(filesOf(host, forked.head)).toEqual([...filesOf(host, report.head), 'src/4.txt'])
    const { report: beside } = await runOld(host)
    await expect(follow({ target: beside.target.replace('refs/heads/', '') })).rejects.toThrow(
      'does not contain the adopted commits',
    )
    await expect(follow({ from: '5' })).rejects.toMatchObject({ code: 'NOT_FORKED' })
  })

  it('refuses what it cannot adopt', async () => {
    const host = memoryHost()
    const done = { ...phase('done'), status: 'done' as const }
    const plan = { phases: [done, phase('a', ['done']), phase('b', ['a'])] }
    const { runId, report } = await runOld(host, { plan })
    const fork = (more: object): Promise<unknown> => forkRun({ host, runId, from: 'b', ...rules, ...more })
    await expect(fork({ from: 'x' })).rejects.toMatchObject({
      code: 'NOT_FORKED',
      message: expect.stringContaining('Its phases: done, a, b'),
      details: { runId, phaseId: 'x' },
    })
    await expect(fork({ from: 'done' })).rejects.toThrow(/phase done was done before the run/)
    await expect(fork({ runId: 'none' })).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' })
    await expect(fork({ inPlace: true })).rejects.toMatchObject({ code: 'OPTION_INVALID' })
    const target = report.target.replace('refs/heads/', '')
    await expect(fork({ target })).rejects.toMatchObject({ code: 'TARGET_INVALID' })
    const { readTree } = host.git
    host.git.readTree = async () => Promise.reject(new Error('bad object'))
    await expect(fork({})).rejects.toThrow(/commit \w{7} cannot be read.*cleaned \(bad object\)/)
    host.git.readTree = readTree
    // Nothing is stored of a fork that was not started.
    const unstarted = await forkRun({ host, runId, from: 'b', ...rules })
    await expect(readRun({ host, runId: unstarted.id })).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' })
  })
})
