import { describe, expect, it } from 'vitest'
import type { PlanDraft, RunEvent } from '../../src/index.ts'
import type { SubtaskDraft } from '../../src/plugin.ts'
import { createScriptedDriver, type SessionScript } from '../../src/testing.ts'
import { runPlan, type RunPlanOptions, statuses, told } from '../run-plan.ts'
import { createMeeting } from './meeting.ts'

/** The plan of the seed: three subtasks that depend on the first one, and one that depends on two of them. */
const plan = (middle: Partial<SubtaskDraft> = {}): PlanDraft => ({
  title: 'Blog',
  phases: [
    { id: '1', title: 'Models', subtasks: [{ id: '1', title: 'Create User and Post models' }] },
    {
      id: '2',
      title: 'Interfaces',
      dependsOn: ['1'],
      subtasks: [
        { id: '2a', title: 'Create REST API endpoints', dependsOn: ['1'], ...middle },
        { id: '2b', title: 'Create CLI commands', dependsOn: ['1'], ...middle },
        { id: '2c', title: 'Add model unit tests', dependsOn: ['1'], ...middle },
      ],
    },
    {
      id: '3',
      title: 'Integration',
      dependsOn: ['2'],
      subtasks: [{ id: '3', title: 'Add integration tests', dependsOn: ['2a', '2b'] }],
    },
  ],
})

const subtaskOf = ({ unit }: Parameters<SessionScript>[0]): string =>
  unit?.kind === 'subtask' ? unit.subtaskId : ''

/** An agent that writes a file named after its subtask, and then runs a test's own code. */
const agent = (more: SessionScript = () => {}) =>
  createScriptedDriver(async (...call) => {
    const [request, , number] = call
    await request.workspace.fs.writeFile(`/${subtaskOf(request)}.txt`, `session ${number}\n`)
    return more(...call)
  })

const run = (options: Partial<RunPlanOptions>) => runPlan({ plan: plan(), preset: 'subtasks', ...options })

const parts = (events: readonly RunEvent[]): string[] =>
  events.flatMap((event) =>
    event.type.startsWith('subtask_') && 'subtaskId' in event ? [`${event.type} ${event.subtaskId}`] : [],
  )

describe('a subtask', () => {
  // seed: phased-execution-draft 1, phased-execution-draft 9
  it('is done in a separate fresh session, with only its part in the prompt (seed phased-execution-draft, Subagent Spawning)', async () => {
    const driver = agent()
    const { report } = await run({ driver })
    expect(report.status).toBe('completed')
    expect(driver.requests.map(({ unit, resume }) => ({ unit, resume }))).toEqual(
      ['1', '2a', '2b', '2c', '3'].map((subtaskId) => ({
        unit: { kind: 'subtask', subtaskId },
        resume: undefined,
      })),
    )
    expect(driver.requests[1]?.prompt).toContain('### 2a [other] Create REST API endpoints')
    expect(driver.requests[1]?.prompt).not.toContain('Create CLI commands')
  })

  // seed: phased-execution-draft 2
  it('runs concurrently with independent subtasks, in a separate workspace, and they are merged (seed phased-execution-draft, Execution Flow)', async () => {
    const meeting = createMeeting(3)
    const seen: Record<string, string[]> = {}
    const driver = agent(async (request) => {
      // No caller leaves the barrier alone: sequential subtasks would never end.
      if (subtaskOf(request).startsWith('2')) await meeting()
      seen[subtaskOf(request)] = (await request.workspace.fs.readdir('/')).sort()
    })
    const { report, host } = await run({ driver })
    expect(seen).toEqual({
      '1': ['1.txt', 'README.md'],
      '2a': ['1.txt', '2a.txt', 'README.md'],
      '2b': ['1.txt', '2b.txt', 'README.md'],
      '2c': ['1.txt', '2c.txt', 'README.md'],
      '3': ['1.txt', '2a.txt', '2b.txt', '2c.txt', '3.txt', 'README.md'],
    })
    expect(new Set(driver.requests.slice(1, 4).map(({ workspace }) => workspace.id)).size).toBe(3)
    expect(host.git.filesOf(report.head).get('2b.txt')).toBe('session 2\n')
  })

  // seed: phased-execution-draft 4
  it('waits for one that declares the same file (seed phased-execution-draft, Architect Plan Format)', async () => {
    const seen: string[][] = []
    const driver = agent(async ({ workspace }) => void seen.push((await workspace.fs.readdir('/')).sort()))
    await run({ plan: plan({ files: ['index.ts'] }), driver })
    expect(seen[2]).toEqual(['1.txt', '2a.txt', '2b.txt', 'README.md'])
    expect(seen[3]).toEqual(['1.txt', '2a.txt', '2b.txt', '2c.txt', 'README.md'])
  })

  // seed: phased-execution-draft 3
  it('waits for its dependencies in the phase (seed phased-execution-draft, Architect Plan Format)', async () => {
    const draft = plan()
    draft.phases[1]!.subtasks![2]!.dependsOn = ['2a']
    const { events } = await run({ plan: draft, driver: agent() })
    const lines = parts(events)
    expect(lines.indexOf('subtask_started 2c')).toBeGreaterThan(lines.indexOf('subtask_completed 2b'))
  })

  // seed: phased-execution-draft 4
  it('that conflicts with another is redone alone on the merged result (seed phased-execution-draft, Non-Goals)', async () => {
    const driver = createScriptedDriver(async (request) => {
      const text = new TextDecoder().decode(await request.workspace.fs.readFile('/README.md'))
      await request.workspace.fs.writeFile('/README.md', `${text}${subtaskOf(request)}\n`)
    })
    const { report, host } = await run({ driver })
    expect(report.status).toBe('completed')
    expect(host.git.filesOf(report.head).get('README.md')).toBe('hello\n1\n2a\n2b\n2c\n3\n')
    expect(driver.requests).toHaveLength(7)
  })
})

describe('a phase', () => {
  // seed: phased-execution 8
  it('is one commit of all its subtasks (seed phased-execution-draft, Design Decisions)', async () => {
    const { report, host } = await run({ driver: agent() })
    expect(host.git.log(report.head)).toHaveLength(4)
    expect(host.git.commitOf(report.phases[1]!.commit!)?.message).toContain(
      'Phase 2: Interfaces\n\n- Create REST API endpoints\n- Create CLI commands\n- Add model unit tests\n',
    )
  })

  // seed: phased-execution-draft 14
  it('emits its subtasks by the names of the seed (seed phased-execution-draft, Stream Events)', async () => {
    const driver = agent((request, _, number) => {
      if (subtaskOf(request) === '2b' && number < 4) throw new Error('no command')
    })
    const { events } = await run({ driver })
    const ofPhase = events.filter(({ phaseId }) => phaseId === '2')
    expect(parts(ofPhase).sort()).toEqual(
      [
        ...['2a', '2b', '2c'].flatMap((id) => [
          `subtask_started ${id}`,
          `subtask_started ${id}`,
          `subtask_completed ${id}`,
        ]),
        'subtask_completed 2a',
        'subtask_completed 2c',
        'subtask_failed 2b',
      ].sort(),
    )
    expect(told(ofPhase, 'phase_started', 'phase_retry', 'phase_completed')).toEqual([
      'phase_started 2',
      'phase_retry 2',
      'phase_started 2',
      'phase_completed 2',
    ])
  })

  // seed: phased-execution-draft 6, phased-execution-draft 7
  it('that is rejected goes on with its work, in one session with the reasons (seed phased-execution-draft, Phase Review with Retry)', async () => {
    const driver = agent()
    const { report, host } = await run({
      driver,
      trust: 'paranoid',
      onGate: (gate) => {
        if (gate.kind !== 'checkpoint') return undefined
        return gate.id === 'checkpoint:2:1' && driver.requests.length === 4
          ? gate.choices.sendBack?.('Use nouns in the paths.')
          : gate.choices.approve()
      },
    })
    expect(report).toMatchObject({
      status: 'completed',
      phases: [{ attempt: 1 }, { attempt: 1 }, { attempt: 1 }],
    })
    const again = driver.requests.slice(4)
    expect(again.map(subtaskOf)).toEqual(['2c', '3'])
    expect(again[0]!.prompt).toContain('Use nouns in the paths.')
    expect(again[0]!.prompt).toContain('Do the whole assignment in order')
    expect(host.git.filesOf(report.head).get('2a.txt')).toBe('session 1\n')
    expect(host.git.filesOf(report.head).get('2c.txt')).toBe('session 4\n')
  })

  // seed: phased-execution-draft 5, phased-execution-draft 6, phased-execution-draft 18
  it('halts the run after two failures, and leaves nothing on the branch (seed phased-execution-draft, Goals)', async () => {
    const driver = agent((request, _, number) => {
      if (subtaskOf(request) === '2b') throw new Error(number < 4 ? 'no command' : 'no parser')
    })
    const { report, host } = await run({ driver })
    expect(report.status).toBe('failed')
    expect(statuses(report)).toEqual({ 1: 'completed', 2: 'failed', 3: 'blocked' })
    expect(report.phases[1]).toMatchObject({ attempt: 2, failure: { message: 'no parser' } })
    expect([...host.git.filesOf(report.target).keys()]).toEqual(['README.md', '1.txt'])
  })

  // seed: phased-execution-draft 16
  it('without subtasks is one session (seed phased-execution-draft, Backward Compatibility)', async () => {
    const driver = createScriptedDriver()
    const { report } = await run({
      plan: { phases: [{ id: '1', title: 'All of it', body: 'Write a blog.' }] },
      driver,
    })
    expect(report.status).toBe('completed')
    expect(driver.requests).toMatchObject([{ unit: { kind: 'phase' } }])
  })
})
