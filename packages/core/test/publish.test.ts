import { describe, expect, it } from 'vitest'
import { answerRun, createRun, openRun } from '../src/index.ts'
import { renderReport } from '../src/view.ts'
import type { RepositoryFingerprint } from '../src/plugin.ts'
import { memoryHost, createScriptedDriver, recordEvents } from '../src/testing.ts'
import { runPlan, statuses } from './run-plan.ts'
import { forkPlan, phase } from './sample-plan.ts'

describe('the target', () => {
  it('is a new branch named after the date, the tracker and the title', async () => {
    const { report } = await runPlan({
      plan: { ...forkPlan(), title: 'Ünïcode & "quotes"; rm -rf /' },
      trackerId: 'AM-7',
    })
    expect(report.target).toBe('refs/heads/amelia/2026-01-01-AM-7-unicode-quotes-rm-rf')
  })

  it('has another name if its own is taken or blocked', async () => {
    const host = memoryHost()
    const main = host.git.refs.get('refs/heads/main')!
    host.git.setRef('refs/heads/amelia/2026-01-01-fork-and-join', main)
    expect((await runPlan({ plan: forkPlan(), host })).report.target).toBe(
      'refs/heads/amelia/2026-01-01-fork-and-join-2',
    )
    host.git.setRef('refs/heads/amelia', main)
    expect((await runPlan({ plan: forkPlan(), host })).report.target).toBe(
      'refs/heads/amelia-runs/2026-01-01-fork-and-join',
    )
  })

  it('is where the run starts, if it exists', async () => {
    const host = memoryHost()
    const side = host.git.addCommit(host.git.refs.get('refs/heads/main')!, { 'side.txt': 's' })
    host.git.setRef('refs/heads/side', side)
    const { report } = await runPlan({ plan: { phases: [phase('a')] }, host, target: 'side' })
    expect(report).toMatchObject({ base: side, target: 'refs/heads/side', targetPublished: true })
    expect(host.git.log('refs/heads/side')).toHaveLength(3)
  })

  it('is not moved while it is checked out: the report shows the command to run', async () => {
    const { report, host } = await runPlan({
      plan: { phases: [phase('a'), phase('b', ['a'])] },
      target: 'main',
      world: { locked: { 'refs/heads/main': 'it is checked out in /home/me/project' } },
    })
    expect(report).toMatchObject({ status: 'completed', targetPublished: false })
    expect(report.targetNote).toContain(`merge refs/amelia/${report.runId}/head`)
    expect(host.git.refs.get('refs/heads/main')).toBe(report.base)
  })

  it('is not changed after a person rewrote it, and opens a gate (fault 54)', async () => {
    const host = memoryHost()
    const theirs = host.git.addCommit(host.git.refs.get('refs/heads/main')!, { 'theirs.txt': 't' })
    const run = await createRun({
      plan: { phases: [phase('a'), phase('b', ['a'])] },
      host,
      target: 'work',
      trust: 'autonomous',
    })
    run.on('phase_completed', ({ phaseId }) => {
      if (phaseId === 'a') host.git.setRef('refs/heads/work', theirs)
    })
    const report = await run.start()
    expect(report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'target_moved', phaseIds: ['b'] }] })
    expect(host.git.refs.get('refs/heads/work')).toBe(theirs)
  })

  it.each([
    ['passes', 0],
    ['is red', 1],
  ])('is built on after a person added commits, if the merge %s (fault 54)', async (_how, code) => {
    const host = memoryHost({
      commands: async ({ workspace }) => {
        const files = await workspace.fs.readdir('/')
        return files.includes('theirs.txt') ? code : 0
      },
    })
    const run = await createRun({
      plan: { phases: [phase('a'), phase('b', ['a'])] },
      host,
      target: 'work',
      trust: 'autonomous',
      artifacts: 'none',
      verify: { test: ['test'] },
    })
    let theirs = ''
    run.on('phase_completed', ({ phaseId, commit }) => {
      if (phaseId !== 'a') return
      theirs = host.git.addCommit(commit, {
        ...Object.fromEntries(host.git.filesOf(commit)),
        'theirs.txt': 't',
      })
      host.git.setRef('refs/heads/work', theirs)
    })
    const events = recordEvents(run)
    const report = await run.start()
    expect(events.find(({ type }) => type === 'target_adopted')).toMatchObject({
      phaseId: 'b',
      commit: theirs,
    })
    expect(host.git.log('refs/heads/work')).toContain(theirs)
    if (code === 0) {
      expect(report).toMatchObject({ status: 'completed', targetPublished: true })
      expect([...host.git.filesOf('refs/heads/work').keys()].sort()).toEqual([
        'README.md',
        'src/a.txt',
        'src/b.txt',
        'theirs.txt',
      ])
    } else {
      expect(report.status).not.toBe('completed')
      expect(host.git.refs.get('refs/heads/work')).toBe(theirs)
    }
  })

  it("is checked again if it moves during the run's move", async () => {
    const host = memoryHost()
    const { updateRefs } = host.git
    const theirs = host.git.addCommit(host.git.refs.get('refs/heads/main')!, { 'theirs.txt': 't' })
    let raced = false
    host.git.updateRefs = (updates) => {
      if (!raced && updates.some(({ ref }) => ref === 'refs/heads/work')) {
        raced = true
        host.git.setRef('refs/heads/work', theirs)
      }
      return updateRefs(updates)
    }
    const { report } = await runPlan({ plan: { phases: [phase('a')] }, host, target: 'work' })
    expect(report).toMatchObject({ status: 'completed', targetPublished: true })
    expect(host.git.log('refs/heads/work')).toContain(theirs)
  })

  it.each(['theirs.txt', 'src/0.txt'])('is built on after %s was added at the plan gate', async (path) => {
    const host = memoryHost()
    const main = host.git.refs.get('refs/heads/main')!
    host.git.setRef('refs/heads/work', main)
    const driver = createScriptedDriver(async ({ workspace: { fs } }, _context, number) => {
      await fs.writeFile(`/src/${number}.txt`, 'ours')
      const marked = await fs.readFile('/src/0.txt').then(
        (bytes) => new TextDecoder().decode(bytes).includes('<<<<<<<'),
        () => false,
      )
      if (marked) await fs.writeFile('/src/0.txt', 'both')
    })
    const phases = ['a', 'b'].map((id) => ({ id, title: id, body: `Do ${id}.` }))
    const plan = { phases, byAgent: true }
    const run = await createRun({ plan, host, target: 'work', trust: 'autonomous', driver })
    expect(await run.start()).toMatchObject({ status: 'waiting', gates: [{ kind: 'plan' }] })
    const theirs = host.git.addCommit(main, { 'README.md': 'hello\n', [path]: 'theirs' })
    host.git.setRef('refs/heads/work', theirs)
    const again = await openRun({ host, runId: run.id, driver })
    await again.answer('plan', 'approve')
    const report = await again.start()
    expect(report).toMatchObject({ status: 'completed', targetPublished: true })
    expect(host.git.log('refs/heads/work')).toContain(theirs)
    const files = [...host.git.filesOf('refs/heads/work').keys()]
    expect(files).toEqual(expect.arrayContaining([path, 'src/1.txt', expect.stringMatching(/plan\.md$/)]))
  })

  it.each(['../x', 'a..b', '-x', 'a b', 'x.lock', 'refs/heads/x', '', 'a~1', '$(id)'])(
    'is refused with the name %j (fault 17)',
    async (target) => {
      await expect(createRun({ plan: forkPlan(), host: memoryHost(), target })).rejects.toMatchObject({
        code: 'TARGET_INVALID',
      })
    },
  )
})

describe("the run's own head", () => {
  it('stops the phase if someone else moved it', async () => {
    const host = memoryHost()
    const other = host.git.addCommit(null, {})
    const run = await createRun({
      plan: { phases: [phase('a'), phase('b', ['a'])] },
      host,
      trust: 'autonomous',
    })
    run.on('phase_completed', () => host.git.setRef(`refs/amelia/${run.id}/head`, other))
    const report = await run.start()
    expect(report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'repository_tampered' }] })
    expect(statuses(report)).toEqual({ a: 'completed', b: 'waiting' })
  })
})

describe("an agent's changes to the user's repository", () => {
  const old = '1'.repeat(40)
  const other = '2'.repeat(40)
  const watched = (
    before: Partial<RepositoryFingerprint>,
    after: Partial<RepositoryFingerprint>,
  ): ReturnType<typeof memoryHost> => {
    const host = memoryHost()
    let inspections = 0
    host.git.fingerprint = async () => ({
      planted: new Map(),
      moved: new Map(),
      // Before the unit: for the journal, and for the comparison.
      ...(++inspections <= 2 ? before : after),
    })
    return host
  }

  it('are reported by name, with the old and the new value, and the command to undo them', async () => {
    const { report, events } = await runPlan({
      plan: { phases: [phase('a')] },
      host: watched(
        { moved: new Map([['refs/heads/x', old]]) },
        { moved: new Map([['refs/heads/x', other]]) },
      ),
    })
    const change = {
      name: 'refs/heads/x',
      before: old,
      after: other,
      restore: `git update-ref refs/heads/x ${old} ${other}`,
    }
    expect(report).toMatchObject({ status: 'completed', repositoryChanges: [{ phaseId: 'a', ...change }] })
    expect(events.find(({ type }) => type === 'repository_moved')).toMatchObject({
      phaseId: 'a',
      planted: false,
      changes: [change],
    })
    expect(renderReport(report)).toContain(`    To undo: ${change.restore}\n`)
  })

  it("do not include the run's own move of the target, even for a phase that checks before the move returns", async () => {
    const host = memoryHost()
    const { updateRefs, fingerprint } = host.git
    let isMoved: () => void = () => {}
    const moved = new Promise<void>((resolve) => {
      isMoved = resolve
    })
    let markInspected: () => void = () => {}
    const inspected = new Promise<void>((resolve) => {
      markInspected = resolve
    })
    let movesTarget = false
    host.git.updateRefs = async (updates) => {
      await updateRefs(updates)
      movesTarget = updates.some(({ ref }) => ref.endsWith('/phase/a'))
      if (!movesTarget) return
      isMoved()
      await inspected
    }
    host.git.fingerprint = async () => {
      const found = await fingerprint!()
      if (movesTarget) markInspected()
      return found
    }
    const { report, events } = await runPlan({
      plan: { phases: ['a', 'b'].map((id) => ({ id, title: id, body: `Do ${id}.` })) },
      host,
      target: 'work',
      driver: createScriptedDriver(async ({ prompt, workspace }) => {
        const phaseId = prompt.includes('Do b.') ? 'b' : 'a'
        if (phaseId === 'b') await moved
        await workspace.fs.writeFile(`/${phaseId}.txt`, phaseId)
      }),
    })
    expect(report.status).toBe('completed')
    expect(events.filter(({ type }) => type === 'repository_moved')).toEqual([])
  })

  it('stop the phase if they planted configuration or hooks, which the failure names', async () => {
    const { report } = await runPlan({
      plan: { phases: [phase('a')] },
      host: watched(
        {},
        {
          planted: new Map([
            ['file:config', 'x'],
            ['config:config:core.fsmonitor', 'evil'],
          ]),
        },
      ),
    })
    expect(report).toMatchObject({
      status: 'waiting',
      gates: [
        {
          blocker: 'repository_tampered',
          details: [
            '.git/config: core.fsmonitor was created (evil). To undo it: git config --unset-all core.fsmonitor',
          ],
        },
      ],
    })
  })
})

describe('commit hooks (fault 50)', () => {
  const hooked = (
    ...outcomes: Awaited<ReturnType<NonNullable<ReturnType<typeof memoryHost>['git']['runHooks']>>>[]
  ) => {
    const host = memoryHost()
    host.git.runHooks = async ({ fs }) => {
      const outcome = outcomes.shift()
      if (outcome?.outcome === 'rewritten') await fs.writeFile('/by-hook.txt', `${outcomes.length}\n`)
      return outcome ?? { outcome: 'passed', message: 'Phase a: by the hook\n\nTicket: 1\n' }
    }
    return host
  }

  it('may change the message; the trailers stay', async () => {
    const { report, host } = await runPlan({ plan: { phases: [phase('a')] }, host: hooked() })
    expect(host.git.commitOf(report.head)?.message).toBe(
      `Phase a: by the hook\n\nTicket: 1\nAmelia-Run: ${report.runId}\nAmelia-Phase: a\nAmelia-Attempt: 1\n`,
    )
  })

  it('do not run before a person has seen configuration or hooks that changed during verification', async () => {
    let [verified, ran] = [0, 0]
    const host = memoryHost({ commands: () => ({ exitCode: 0, output: `run ${++verified}` }) })
    const { fingerprint } = host.git
    host.git.runHooks = async (_, { message }) => {
      ran++
      return { outcome: 'passed', message }
    }
    host.git.fingerprint = async () => ({
      ...(await fingerprint!()),
      planted: new Map(verified > 0 ? [['file:hooks/pre-commit', 'evil']] : []),
    })
    const { report, run } = await runPlan({
      ...{ plan: { phases: [phase('a')] }, host, verify: { test: ['test'] } },
    })
    expect(report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'environment' }] })
    expect(JSON.stringify(report.gates)).toContain('.git/hooks/pre-commit')
    expect(ran).toBe(0)
    await answerRun({
      ...{ host, runId: run.id },
      command: { type: 'answer', gateId: report.gates[0]!.id, choice: 'retry' },
    })
    const again = await (await openRun({ host, runId: run.id })).start()
    expect(again.status).toBe('completed')
    expect(ran).toBe(1)
  })

  it('that rewrite files cause a new commit and a new verification', async () => {
    const host = hooked({ outcome: 'rewritten', message: 'x' })
    const { report, events } = await runPlan({
      plan: { phases: [phase('a')] },
      host,
      verify: { test: ['test'] },
    })
    expect(report.status).toBe('completed')
    expect(events.filter(({ type }) => type === 'verification_completed')).toHaveLength(2)
    expect(events.filter(({ type }) => type === 'commit_created')).toHaveLength(2)
  })

  it('that rewrite files every time are an environment failure', async () => {
    const host = hooked(...Array.from({ length: 3 }, () => ({ outcome: 'rewritten', message: 'x' }) as const))
    expect((await runPlan({ plan: { phases: [phase('a')] }, host })).report).toMatchObject({
      status: 'waiting',
      gates: [{ blocker: 'environment' }],
    })
  })

  it('that refuse cause a failure with their output, and another attempt', async () => {
    const host = hooked({ outcome: 'failed', hook: 'pre-commit', output: 'tabs!' })
    const { report, events } = await runPlan({ plan: { phases: [phase('a')] }, host })
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 2 }] })
    expect(events.find(({ type }) => type === 'phase_retry')).toMatchObject({
      failure: { command: 'pre-commit', output: 'tabs!' },
    })
  })

  it('that cannot run open a gate', async () => {
    const host = hooked({ outcome: 'environment', hook: 'pre-commit', output: '.husky/_ is missing' })
    expect((await runPlan({ plan: { phases: [phase('a')] }, host })).report.gates).toMatchObject([
      { blocker: 'environment' },
    ])
  })

  it('are skipped if the user chooses so', async () => {
    const host = hooked({ outcome: 'failed', hook: 'pre-commit', output: 'no' })
    expect((await runPlan({ plan: { phases: [phase('a')] }, host, hooks: 'off' })).report.status).toBe(
      'completed',
    )
  })
})
