import { describe, expect, it } from 'vitest'
import { createRun, readPlan } from '../../src/index.ts'
import type { OpenWorkspaceRequest } from '../../src/lib/contract/open-workspace-request.ts'
import { memoryHost, createScriptedDriver } from '../../src/testing.ts'
import { runPlan } from '../run-plan.ts'
import { forAgent, layers, row } from './seed-plans.ts'

const folder = 'docs/amelia/2026-01-01-ISSUE-123-add-user-authentication'

/** The plan of the seed with its artifacts, done by an agent; the tests fail once in phase 2. */
const runWithFiles = async () => {
  let checks = 0
  const result = await runPlan({
    plan: forAgent(layers()),
    preset: 'phased',
    trackerId: 'ISSUE-123',
    artifacts: 'commit',
    driver: createScriptedDriver(async ({ prompt, workspace }) => {
      for (const [, id, type] of prompt.matchAll(/^### (\S+) \[(\w+)\]/gm))
        await workspace.fs.writeFile(`/${id}${type === 'test' ? '.test' : ''}.ts`, `// ${id}\n`)
    }),
    tdd: 'static',
    verify: { test: ['npm', 'test'] },
    world: { commands: () => (++checks === 2 ? { exitCode: 1, output: 'no such user' } : 0) },
  })
  expect(result.report.status).toBe('completed')
  const read = (commit: string, path: string): string => {
    const text = result.host.git.filesOf(commit).get(`${folder}/${path}`)
    if (typeof text !== 'string') throw new Error(`${path} is not a text file in ${commit}.`)
    return text
  }
  return { ...result, read }
}

/** Returns the parts of a prompt outside its assignment. */
const signpostOf = (prompt: string): string => prompt.replace(/^## Assignment\n[^]*?(?=^## Where)/m, '')

describe('a prompt', () => {
  // seed: phased-execution 10, phased-execution 16, phased-execution 17, phased-execution 18
  // seed: phased-execution 19, phased-execution 20, phased-execution 21, phased-execution-draft 8
  // seed: phased-execution-draft 10
  it('states the work, its context and the limits (seed phased-execution, Context Engineering)', async () => {
    const driver = createScriptedDriver()
    const host = memoryHost()
    const { openWorkspace } = host.git
    // A folder on disk, in which git works.
    Object.assign(host.git, {
      openWorkspace: async (request: OpenWorkspaceRequest) => ({
        ...(await openWorkspace(request)),
        dir: '/slots/1',
      }),
    })
    const { run } = await runPlan({
      plan: forAgent(layers()),
      preset: 'phased',
      trackerId: 'ISSUE-123',
      artifacts: 'commit',
      driver,
      host,
    })
    const prompt = driver.requests[1]?.prompt ?? ''
    expect(prompt).toContain('You are working on phase 2 (Implement models)')
    expect(prompt).toContain('Users can log in')
    expect(prompt.indexOf('### 2a [impl] Implement User model')).toBeLessThan(prompt.indexOf('### 2b [impl]'))
    expect(prompt).toContain(`${folder}/plan.md`)
    expect(prompt).toContain('`phase-1/summary.md` next to the plan')
    expect(driver.requests[0]?.prompt).toContain('git log --oneline -10')
    expect(prompt).toContain(`git show refs/amelia/${run.id}/phase/1`)
    expect(prompt).toContain('builds on phase 1')
    expect(prompt).toContain('Do not commit')
    expect(prompt).toContain('End with a short summary')
    for (const other of ['Write User model tests', 'Implement API endpoints'])
      expect(prompt).not.toContain(other)
  })

  // seed: phased-execution 23, phased-execution 94
  it('has the same length for a plan of 100 phases as for one of three (seed phased-execution, Subtask Execution Within Phase Agent)', async () => {
    const last = async (count: number): Promise<string> => {
      const driver = createScriptedDriver()
      await runPlan({ plan: { title: 'Work', phases: row(count) }, driver, artifacts: 'commit' })
      return signpostOf(driver.requests.at(-1)?.prompt ?? '')
    }
    const [small, large] = [await last(3), await last(100)]
    // Longer only by the digits of its ids.
    expect(large.length - small.length).toBeLessThan(20)
    // A token is about four characters.
    expect(large.length / 4).toBeGreaterThan(200)
    expect(large.length / 4).toBeLessThan(400)
  })
})

describe('the folder of an execution', () => {
  // seed: phased-execution 12, phased-execution 48, phased-execution 49, phased-execution 51
  it('contains plan, summaries, feedback, state and report, each in its commit (seed phased-execution, Filesystem-Based State)', async () => {
    const { host, report } = await runWithFiles()
    const commits = host.git.log(report.head).slice(0, 7).reverse()
    const added = commits.map((commit, index) => {
      const before = host.git.filesOf(index === 0 ? report.base : commits[index - 1]!)
      const paths = [...host.git.filesOf(commit).keys()].filter((path) => !before.has(path))
      return paths
        .filter((path) => path.startsWith(`${folder}/`))
        .map((path) => path.slice(folder.length + 1))
    })
    expect(added.map((paths) => paths.sort())).toEqual([
      ['plan.md'],
      ['phase-1/summary.md'],
      ['phase-2/review-feedback.md', 'phase-2/summary.md'],
      ['phase-3/summary.md'],
      ['phase-4/summary.md'],
      ['phase-5/summary.md'],
      ['execution-state.json', 'report.md'],
    ])
    expect(host.git.refs.get(report.target)).toBe(commits[6])
  })

  // seed: phased-execution 37, phased-execution 49
  it('has the complete text of the plan, which no phase changes (seed phased-execution, Filesystem-Based State)', async () => {
    const source = '---\nkept: yes\n---\n# Work\n\n<!-- also kept -->\n\nAdd a logout button.\n'
    const { host, report } = await runPlan({
      plan: { ...readPlan(source, { parsers: [] }), title: 'Work', phases: row(2) },
      driver: createScriptedDriver(),
      artifacts: 'commit',
    })
    const commits = host.git.log(report.head).slice(0, -1)
    expect(commits).toHaveLength(4)
    for (const commit of commits)
      expect(host.git.filesOf(commit).get('docs/amelia/2026-01-01-work/plan.md')).toBe(source)
  })

  // seed: phased-execution 50
  it('shows how each phase and subtask ended, for tools and for people (seed phased-execution, Filesystem-Based State)', async () => {
    const { read, report, run } = await runWithFiles()
    const state: unknown = JSON.parse(read(report.head, 'execution-state.json'))
    expect(state).toMatchObject({
      runId: run.id,
      goal: 'Users can log in',
      phases: ['1', '2', '3', '4', '5'].map((id) => ({
        id,
        status: 'completed',
        attempt: id === '2' ? 2 : 1,
      })),
    })
    expect(state).toMatchObject({
      phases: { 0: { subtasks: [{ id: '1a', status: 'completed' }, { id: '1b' }] } },
    })
    expect(read(report.head, 'report.md')).toContain(
      '| 2 Implement models | Implement User model; Implement Post model |',
    )
    expect(read(report.head, 'plan.md')).toContain('### 3a [test] Write API endpoint tests')
  })

  // seed: phased-execution 60
  it('keeps the full feedback on rejected attempts of a phase (seed phased-execution, Feedback for Retry)', async () => {
    const { read, report, run } = await runWithFiles()
    const feedback = read(report.phases[1]!.commit!, 'phase-2/review-feedback.md')
    expect(feedback).toContain('npm test')
    expect(feedback).toContain('no such user')
    expect(feedback).toContain(`refs/amelia/${run.id}/attempt/2`)
  })
})

describe('a summary', () => {
  // seed: phased-execution 54, phased-execution 55, phased-execution 56, phased-execution 57
  it('is short, and shows commands for the rest (seed phased-execution, Phase Summaries)', async () => {
    const { read, report, run, host } = await runWithFiles()
    const { commit } = report.phases[0]!
    const summary = read(commit!, 'phase-1/summary.md')
    expect(summary).toContain('- [test] Write User model tests\n- [test] Write Post model tests')
    expect(summary).toContain('- `1a.test.ts` added, +1 -0')
    expect(summary).toContain('Tests: `1a.test.ts`, `1b.test.ts`')
    expect(summary).toContain('- test: `npm test`')
    expect(summary.length / 4).toBeLessThan(400)
    // The summary is part of its commit, so it cannot contain the id.
    expect(summary).toContain(
      `--grep='^Amelia-Run: ${run.id}$' --grep='^Amelia-Phase: 1$' --grep='^Amelia-Attempt: 1$' -- ':/docs/amelia/`,
    )
    expect(host.git.refs.get(`refs/amelia/${run.id}/phase/1`)).toBe(commit)
    expect(host.git.commitOf(commit!)?.message).toMatch(
      new RegExp(`\nAmelia-Run: ${run.id}\nAmelia-Phase: 1\n`),
    )
  })

  // seed: phased-execution 51, task-based-execution 16
  it('is available to the next phase (seed phased-execution, Phase Summaries)', async () => {
    const found: boolean[] = []
    const driver = createScriptedDriver(async ({ workspace }, _, number) => {
      const path = `/docs/amelia/2026-01-01-work/phase-${number}/summary.md`
      found.push(
        await workspace.fs.readFile(path).then(
          () => true,
          () => false,
        ),
      )
    })
    await runPlan({ plan: { title: 'Work', phases: row(3) }, driver, artifacts: 'commit' })
    expect(found).toEqual([false, true, true])
  })
})

describe('test-first', () => {
  const untested = () => {
    const plan = layers()
    plan.phases[1]!.subtasks![0]!.dependsOn = []
    return plan
  }
  const make = (options: object) => createRun({ plan: untested(), host: memoryHost(), ...options })

  // seed: phased-execution 38, phased-execution 39
  it('is required of a subtask list before it runs (seed phased-execution, TDD Workflow)', async () => {
    await expect(make({})).rejects.toMatchObject({
      code: 'PLAN_INVALID',
      details: { issues: [{ code: 'TDD_VIOLATION', message: expect.stringContaining('2a') as string }] },
    })
    const { report } = await runPlan({ plan: layers(), tdd: 'static' })
    expect(report.status).toBe('completed')
  })

  // seed: phased-execution 9, phased-execution 38, intelligent-execution 22
  it('is required of declared types in every format, unless it is off (seed phased-execution, TDD Workflow)', async () => {
    for (const format of ['code', 'execution-plan', 'phase-table'])
      await expect(make({ plan: { ...untested(), format } })).rejects.toMatchObject({ code: 'PLAN_INVALID' })
    await expect(make({ tdd: 'off' })).resolves.toBeDefined()
    const optedOut = { ...untested(), tddApproach: false }
    await expect(make({ plan: optedOut })).resolves.toBeDefined()
    await expect(make({ plan: optedOut, tdd: 'static' })).rejects.toMatchObject({ code: 'PLAN_INVALID' })
  })

  // seed: phased-execution 9
  it('only warns about types read from words, unless it is asked for (seed phased-execution, TDD Workflow)', async () => {
    const plan = {
      title: 'Queue',
      phases: [
        {
          id: '1',
          title: 'Queue',
          subtasks: [
            { id: '1.1', title: 'Implement the queue' },
            { id: '1.2', title: 'Write tests for the queue', type: 'test' as const },
          ],
        },
      ],
    }
    const { warnings } = await make({ plan, driver: createScriptedDriver() })
    expect(warnings).toMatchObject([{ severity: 'warning', code: 'TDD_VIOLATION' }])
    expect((await make({ plan, driver: createScriptedDriver(), tdd: 'off' })).warnings).toEqual([])
    const strict = make({ plan, driver: createScriptedDriver(), tdd: 'static' })
    await expect(strict).rejects.toMatchObject({ code: 'PLAN_INVALID' })
  })
})
