import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRun, openRun, type PlanChange, type PlanDraft } from '../src/index.ts'
import type { PhaseDraft } from '../src/plugin.ts'
import { memoryHost, createScriptedDriver, type MemoryHost, recordEvents } from '../src/testing.ts'
import { checkInvariants } from './check-invariants.ts'
import { Crash, crashAfter } from './crash-after.ts'
import { forkPlan, phase } from './sample-plan.ts'
import { runsOf } from '../../../test/fixtures/runs-of.ts'

/** A phase whose work was edited. */
const other = (id: string, dependsOn: string[] = []): PhaseDraft => {
  const step = { id: `${id}.1.1`, action: 'code' as const, filePath: `src/${id}.txt`, replace: true }
  return phase(id, dependsOn, {
    subtasks: [{ id: `${id}.1`, title: `Write ${id}`, steps: [{ ...step, codeChange: `${id} edited\n` }] }],
  })
}

/** Changes the work of 1, removes 2c, and adds 2d, on which 3 builds. */
const editedPlan = (): PlanDraft => ({
  ...forkPlan(),
  phases: [
    phase('0'),
    other('1', ['0']),
    phase('2a', ['1']),
    phase('2b', ['1']),
    phase('2d', ['0']),
    phase('3', ['2a', '2b', '2d']),
  ],
})

const kinds = (changes: readonly PlanChange[]) =>
  Object.fromEntries(changes.map(({ phaseId, change }) => [phaseId, change]))

const filesOf = (host: MemoryHost, commit: string) =>
  Object.fromEntries([...host.git.filesOf(commit)].filter(([path]) => path.startsWith('src/')))

const dieAfter = async (records: number, plan = forkPlan()) => {
  const host = crashAfter(records, 'after')
  const run = await createRun({ plan, host, trust: 'autonomous' })
  const ended = await run.start().then(
    () => true,
    (error: unknown) => {
      expect(error).toBeInstanceOf(Crash)
      return false
    },
  )
  host.revive()
  return { host, runId: run.id, ended }
}

describe('fault 24: a plan edited while its run was stopped', () => {
  it('applies from any point: completed phases stay, and the rest follows it', async () => {
    const outcomes = new Set<string>()
    for (let records = 2; ; records++) {
      const { host, runId, ended } = await dieAfter(records)
      if (ended) break
      const before = await openRun({ host, runId })
      const done = new Map(before.report().phases.map(({ id, commit }) => [id, commit]))
      const run = await openRun({ host, runId, plan: editedPlan(), planApproved: true }).catch(
        (error: unknown) => error,
      )
      if (run instanceof Error) {
        // Every phase has ended, and its last refs are being moved.
        expect(run).toMatchObject({ code: 'RUN_ENDED' })
        continue
      }
      const { changes } = run as Awaited<ReturnType<typeof openRun>>
      const again = run as Awaited<ReturnType<typeof openRun>>
      const events = recordEvents(again)
      const report = await again.start()
      const label = `after record ${records}: ${JSON.stringify(kinds(changes))}`
      expect(report.status, label).toBe('completed')
      outcomes.add(`${kinds(changes)['1']} ${kinds(changes)['2c']}`)
      expect(events.filter(({ type }) => type === 'plan_changed')).toMatchObject([{ changes }])
      // Each completed phase keeps its commit, unless its work was edited.
      for (const { id, commit } of report.phases)
        if (done.get(id) !== undefined && kinds(changes)[id] !== 'again')
          expect(commit, `${label}: ${id}`).toBe(done.get(id))
      const files = filesOf(host, report.head)
      const stays = kinds(changes)['2c'] === 'stays' ? { 'src/2c.txt': '2c\n' } : {}
      const first = kinds(changes)['1'] === 'stays' ? '1\n' : '1 edited\n'
      const text = Object.fromEntries(['0', '2a', '2b', '2d', '3'].map((id) => [`src/${id}.txt`, `${id}\n`]))
      expect(files, label).toEqual({ ...text, ...stays, 'src/1.txt': first })
      const commits = host.git.log(report.head).map((id) => host.git.commitOf(id)!.message)
      for (const { id } of report.phases)
        expect(commits.filter((message) => message.includes(`\nAmelia-Phase: ${id}\n`)).length, label).toBe(
          kinds(changes)[id] === 'again' ? 2 : 1,
        )
      expect(host.git.refs.get(report.target)).toBe(report.head)
      const [, plan] = [...host.git.filesOf(report.head)].find(([path]) => path.endsWith('/plan.md'))!
      expect(plan, label).toContain('2d.1.1')
    }
    expect([...outcomes].sort()).toEqual(['again removed', 'again stays', 'changed removed', 'stays removed'])
  })

  it('keeps a phase whose move had begun, even if it now builds on a new phase', async () => {
    const says = (id: string, dependsOn: string[] = []): PhaseDraft => ({
      id,
      title: id,
      body: `Do ${id} one.`,
      dependsOn,
    })
    // The process dies after the refs of `e` have moved, before the journal records it.
    const host = crashAfter(23, 'after')
    const driver = createScriptedDriver(async ({ prompt, workspace }) => {
      const [, id] = /Do (\w) one\./.exec(prompt)!
      await workspace.fs.writeFile(`/${id}.txt`, 'one')
    })
    const plan = { phases: [says('a'), says('d', ['a']), says('e')] }
    const options = { host, driver, reviewers: [], trust: 'autonomous', artifacts: 'none' } as const
    const first = await createRun({ ...options, plan })
    await first.start().catch(() => undefined)
    host.revive()
    const edited = { phases: [says('a'), says('b'), says('e', ['b'])] }
    const run = await openRun({ host, runId: first.id, driver, plan: edited })
    const report = await run.start()
    expect(report.status).toBe('completed')
    expect(driver.requests.filter(({ prompt }) => prompt.includes('Do e one.'))).toHaveLength(1)
  })

  it('is ignored unless the resume passes it', async () => {
    const { host, runId } = await dieAfter(20)
    const run = await openRun({ host, runId })
    expect(run.changes).toEqual([])
    expect((await run.start()).phases.map(({ id }) => id)).toContain('2c')
  })

  it('survives the next death as well', async () => {
    const { host, runId } = await dieAfter(20)
    const { store } = host
    let left = 6
    host.store = {
      ...store,
      acquire: async (id) => {
        const lease = await store.acquire(id)
        return {
          ...lease,
          append: (group) => (--left < 0 ? Promise.reject(new Crash()) : lease.append(group)),
        }
      },
    }
    const second = await openRun({ host, runId, plan: editedPlan(), planApproved: true })
    await expect(second.start()).rejects.toBeInstanceOf(Crash)
    host.store = store
    const third = await openRun({ host, runId })
    const report = await third.start()
    expect(report.status).toBe('completed')
    expect(report.phases.map(({ id }) => id)).toContain('2d')
    expect(third.plan.phases).toHaveLength(6)
  })

  it('is shown with its differences before anything changes', async () => {
    const { host, runId } = await dieAfter(20)
    const run = await openRun({ host, runId, plan: editedPlan() })
    expect(run.changes).toEqual([
      { phaseId: '1', title: 'Phase 1', change: expect.any(String), fields: ['subtasks'] },
      { phaseId: '2d', title: 'Phase 2d', change: 'added', fields: [] },
      { phaseId: '3', title: 'Phase 3', change: 'changed', fields: ['dependsOn'] },
      { phaseId: '2c', title: 'Phase 2c', change: 'removed', fields: [] },
    ])
    expect(run.plan.phases.map(({ id }) => id)).toEqual(['0', '1', '2a', '2b', '2d', '3'])
    const other = await openRun({ host, runId })
    expect(other.plan.phases.map(({ id }) => id)).toEqual(['0', '1', '2a', '2b', '2c', '3'])
  })

  it('runs no command that is not approved, and closes a gate about an earlier plan', async () => {
    const command = (run: string): PlanDraft => ({
      phases: [
        { id: 'a', title: 'A', body: 'Do a.' },
        {
          id: 'b',
          title: 'B',
          dependsOn: ['a'],
          subtasks: [{ id: 'b.1', title: 'B', steps: [{ id: 's', action: 'command', command: run }] }],
        },
      ],
    })
    const host = memoryHost()
    const driver = createScriptedDriver()
    const first = await createRun({ plan: command('true'), host, driver, reviewers: [], trust: 'autonomous' })
    expect((await first.start()).status).toBe('waiting')
    expect(first.gates().map(({ id }) => id)).toEqual(['plan'])
    const second = await openRun({ host, runId: first.id, driver, plan: command('echo new') })
    const report = await second.start()
    expect(report.status).toBe('waiting')
    expect(second.gates()).toMatchObject([{ id: 'plan-2', kind: 'plan', details: ['s: echo new'] }])
    const third = await openRun({ host, runId: first.id, driver })
    await expect(third.answer('plan', 'approve')).rejects.toMatchObject({ code: 'GATE_EXPIRED' })
    await third.answer('plan-2', 'approve')
    expect((await third.start()).status).toBe('completed')
    expect(host.commands.requests.map(({ argv }) => argv.join(' '))).toEqual(['echo new'])
  })

  it('asks for every command if the earlier plan was not approved', async () => {
    const saying = (body: string): PlanDraft => ({
      phases: [
        { id: 'a', title: 'A', body },
        {
          id: 'b',
          title: 'B',
          subtasks: [{ id: 'b.1', title: 'B', steps: [{ id: 's', action: 'command', command: 'true' }] }],
        },
      ],
    })
    const host = memoryHost()
    const driver = createScriptedDriver()
    const { id: runId } = await (async () => {
      const run = await createRun({ plan: saying('Do a.'), host, driver, reviewers: [], trust: 'autonomous' })
      await run.start()
      return run
    })()
    for (const [index, body] of ['Do a well.', 'Do a better.'].entries()) {
      const run = await openRun({ host, runId, driver, plan: saying(body) })
      expect((await run.start()).status).toBe('waiting')
      expect(run.gates()).toMatchObject([{ id: `plan-${index + 2}`, kind: 'plan', details: ['s: true'] }])
    }
    expect(driver.requests).toEqual([])
    expect(host.commands.requests).toEqual([])
    const agreed = await openRun({ host, runId, driver, plan: saying('Do a.'), planApproved: true })
    expect((await agreed.start()).status).toBe('completed')
  })

  it('asks again about phases that remain, but not about removed ones', async () => {
    const host = memoryHost()
    const driver = createScriptedDriver()
    const plan = { phases: ['a', 'b'].map((id) => ({ id, title: id, body: `Do ${id}.` })) }
    const first = await createRun({ plan, host, driver, reviewers: [], trust: 'paranoid' })
    await first.start()
    expect(first.gates()).toHaveLength(2)
    const edited = { phases: [plan.phases[0]!] }
    const second = await openRun({ host, runId: first.id, driver, plan: edited })
    await second.start()
    expect(second.gates()).toMatchObject([{ kind: 'checkpoint', phaseIds: ['a'] }])
    // No work was done twice.
    expect(driver.requests).toHaveLength(2)
  })

  it('is refused for a finished run, and if it is not a plan', async () => {
    const host = memoryHost()
    const run = await createRun({ plan: forkPlan(), host, trust: 'autonomous' })
    await run.start()
    const open = (plan: PlanDraft) => openRun({ host, runId: run.id, plan })
    await expect(open(editedPlan())).rejects.toMatchObject({ code: 'RUN_ENDED' })
    const { host: other, runId } = await dieAfter(20)
    const loop = { phases: [phase('a', ['b']), phase('b', ['a'])] }
    await expect(openRun({ host: other, runId, plan: loop })).rejects.toMatchObject({ code: 'PLAN_INVALID' })
    expect((await (await openRun({ host: other, runId })).start()).status).toBe('completed')
  })
})

describe('any plan, edited in any way, after a death at any record', () => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  /** For each phase: whether it is in the plan, its work, and the earlier phases that it builds on. */
  const draft = fc
    .record({
      there: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
      says: fc.array(fc.constantFrom('one', 'two'), { minLength: 5, maxLength: 5 }),
      edges: fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { maxLength: 6 }),
    })
    .map(({ there, says, edges }): PlanDraft => {
      const names = ids.filter((_, index) => there[index] || index === 0)
      const phases = names.map((id) => ({
        id,
        title: id,
        body: `Do ${id} ${says[ids.indexOf(id)]}.`,
        dependsOn: [...new Set(edges.filter(([to]) => ids[to] === id).map(([, from]) => ids[from]!))].filter(
          (from) => names.includes(from) && from < id,
        ),
      }))
      return { phases }
    })

  it('ends with the results of the edited plan, and of the phases completed before', async () => {
    await fc.assert(
      fc.asyncProperty(draft, draft, fc.integer({ min: 2, max: 50 }), async (plan, edited, records) => {
        const host = crashAfter(records, 'after')
        const driver = createScriptedDriver(async ({ prompt, workspace }) => {
          const [, id, text] = /Do (\w) (\w+)\./.exec(prompt)!
          await workspace.fs.writeFile(`/${id}.txt`, text!)
        })
        const options = { host, driver, reviewers: [], trust: 'autonomous', artifacts: 'none' } as const
        const first = await createRun({ ...options, plan })
        await first.start().catch(() => undefined)
        host.revive()
        const run = await openRun({ host, runId: first.id, driver, plan: edited }).catch(() => undefined)
        if (!run) return
        const change = kinds(run.changes)
        const completed = run.report().phases.filter(({ status }) => status === 'completed')
        const events = recordEvents(run)
        const report = await run.start()
        expect(report.status).toBe('completed')
        const wanted = new Map(edited.phases.map(({ id, body }) => [id, body!.split(' ')[2]!.slice(0, -1)]))
        for (const [id, text] of wanted)
          if (change[id] !== 'stays') expect(host.git.filesOf(report.head).get(`${id}.txt`)).toBe(text)
        for (const { id, commit } of completed)
          if (change[id] !== 'again')
            expect(report.phases).toContainEqual(expect.objectContaining({ id, commit }))
        if (!Object.values(change).some((kind) => kind === 'again' || kind === 'stays'))
          checkInvariants({ before: plan, plan: edited, host, run, events, report }, 4)
      }),
      { numRuns: runsOf(100) },
    )
  })
})
