import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

interface Session {
  role: string
  phase: string
  unit?: string
  sessionId: string
  resumed: boolean
}

const config = join(import.meta.dirname, 'fixtures', 'counting-agents.mjs')

const read = (lines: string): object[] =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as object)

/** Runs a plan with an agent that records its sessions. */
const run = async (text: string, flags: string[] = [], env: Record<string, string> = {}) => {
  const [repository, folder] = [makeRepository(), makeFolder()]
  const plan = join(folder, 'plan.md')
  const log = join(folder, 'sessions.jsonl')
  writeFileSync(plan, text)
  writeFileSync(log, '')
  const args = ['run', plan, '--repo', repository, '--config', config, '--yes', '--trust', 'autonomous']
  const { code, stderr, stdout } = await cli([...args, '--json', ...flags], {
    env: { AMELIA_SESSIONS: log, ...env },
  })
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
  const sessions = read(readFileSync(log, 'utf8')) as Session[]
  const of = (role: string) => sessions.filter((session) => session.role === role)
  const events = read(stdout) as { type: string; phaseId?: string }[]
  const phases = events.flatMap(({ type, phaseId }) =>
    /^phase_(?:started|completed)$/.test(type) ? `${type.slice('phase_'.length)} ${phaseId}` : [],
  )
  return { developers: of('developer'), reviewers: of('reviewer'), phases }
}

const check = async (text: string) => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'plan.md'), text)
  const { stdout } = await cli(['check', 'plan.md', '--json'], { cwd: folder })
  return JSON.parse(stdout) as object
}

/** The list of the seed phased-execution, which states the type of each subtask. */
const typed = `# Blog

**Goal:** A blog with two doors.

\`\`\`
Subtasks:
  1a. "Write User model tests"       → type: test → depends: []      → phase 1
  1b. "Write Post model tests"       → type: test → depends: []      → phase 1
  2a. "Implement User model"         → type: impl → depends: [1a]    → phase 2
  2b. "Implement Post model"         → type: impl → depends: [1b]    → phase 2
  3a. "Write API endpoint tests"     → type: test → depends: [2a,2b] → phase 3
  3b. "Write CLI command tests"      → type: test → depends: [2a,2b] → phase 3
  4a. "Implement API endpoints"      → type: impl → depends: [3a]    → phase 4
  4b. "Implement CLI commands"       → type: impl → depends: [3b]    → phase 4
  5.  "Write integration tests"      → type: test → depends: [4a,4b] → phase 5
\`\`\`
`

/** The list of the seed phased-execution-draft, which states none. */
const untyped = `# Blog

\`\`\`
Subtasks:
  1.  "Create User and Post models" → depends: []      → phase 1
  2a. "Create REST API endpoints"   → depends: [1]     → phase 2
  2b. "Create CLI commands"         → depends: [1]     → phase 2
  2c. "Add model unit tests"        → depends: [1]     → phase 2
  3.  "Add integration tests"       → depends: [2a,2b] → phase 3
\`\`\`
`

const tasks = (second = ''): string =>
  `# Shop\n\n### Task 1: Cart\n\nDo it.\n\n### Task 2: Pay\n\n${second}Do it.\n\n### Task 3: Ship\n\nDo it.\n`

const oneByOne = (...ids: string[]): string[] => ids.flatMap((id) => [`started ${id}`, `completed ${id}`])

describe.concurrent('without --preset', { timeout: 120_000 }, () => {
  // seed: phased-execution 2
  it('a typed list gets one session per phase and its review', async () => {
    const { developers, reviewers } = await run(typed)
    expect(developers.map(({ phase, unit }) => `${phase} ${unit}`)).toEqual(
      ['1', '2', '3', '4', '5'].map((id) => `${id} phase`),
    )
    expect(reviewers.map(({ phase }) => phase)).toEqual(['1', '2', '3', '4', '5'])
    expect(new Set(developers.map(({ sessionId }) => sessionId)).size).toBe(5)
  })

  // seed: phased-execution-draft 1
  it('an untyped list gets one session per subtask, and one review per phase', async () => {
    const { developers, reviewers } = await run(untyped)
    expect(developers.map(({ phase }) => phase)).toEqual(['1', '2', '2', '2', '3'])
    expect(new Set(developers.map(({ unit }) => unit))).toEqual(new Set(['subtask']))
    expect(reviewers.map(({ phase }) => phase)).toEqual(['1', '2', '3'])
  })

  // seed: task-based-execution 7
  it('tasks run one after the other, and a rejected one continues in its session', async () => {
    const { developers, reviewers, phases } = await run(tasks(), [], { AMELIA_REJECT: '2' })
    expect(developers.map(({ phase, resumed }) => `${phase} ${resumed}`)).toEqual([
      '1 false',
      '2 false',
      '2 true',
      '3 false',
    ])
    expect(developers[2]?.sessionId).toBe(developers[1]?.sessionId)
    expect(reviewers).toHaveLength(4)
    // The second round of task 2 is not another start.
    expect(phases).toEqual(oneByOne('1', '2', '3'))
  })

  // seed: task-based-execution 17
  it('tasks that declare dependencies run in parallel, but not in place', async () => {
    const second = '**Depends on:** None\n\n'
    // Sequential tasks would wait for each other without an end.
    const { developers } = await run(tasks(second), [], { AMELIA_TOGETHER: '2' })
    expect(developers.map(({ phase }) => phase).toSorted()).toEqual(['1', '2', '3'])
    expect(developers[2]?.phase).toBe('3')
    const inPlace = await run(tasks(second), ['--in-place'])
    // The longest chain comes first.
    expect(inPlace.phases).toEqual(oneByOne('2', '1', '3'))
  })

  it.each([
    [typed, { preset: 'phased', reason: "a typed subtask list's default" }],
    [untyped, { preset: 'subtasks', reason: "an untyped subtask list's default" }],
    [
      '1. "Write the failing tests" -> depends: []\n2. "Implement it" -> depends: [1]\n',
      { preset: 'subtasks', reason: "an untyped subtask list's default" },
    ],
    [
      '1. "A" -> depends: []\n2. "B" -> depends: [1]\n\n## 2. B\n\n**Type:** refactor\n\nText.\n',
      { preset: 'phased', reason: "a typed subtask list's default" },
    ],
    [
      '1. "A" -> type: other -> depends: []\n',
      { preset: 'phased', reason: "a typed subtask list's default" },
    ],
    [tasks(), { preset: 'taskLoop', reason: 'the default of task headings' }],
    [
      'goal: G\nbatches:\n  - steps:\n      - { id: a, action_type: command, command: ls }\n',
      { preset: 'intelligent', reason: "an execution plan's default" },
    ],
    [
      '| Phase | Name | Depends On |\n|---|---|---|\n| 1 | A | - |\n',
      { preset: 'phased', reason: 'the default' },
    ],
    ['# P\n\n- [ ] 1.1 A\n- [ ] 1.2 B\n', { preset: 'phased', reason: 'the default' }],
    ['# P\n\n## Tasks\n\n```yaml\nTask 1: A\nTask 2: B\n```\n', { preset: 'phased', reason: 'the default' }],
  ])('check states the preset of the plan %j', async (text, preset) => {
    expect(await check(text)).toMatchObject({ preset })
  })

  it.each([typed, untyped, tasks()])('a run in one session is phased: %j', async (text) => {
    const [repository, folder] = [makeRepository(), makeFolder()]
    writeFileSync(join(folder, 'plan.md'), text)
    const args = ['run', join(folder, 'plan.md'), '--repo', repository, '--config', config]
    const { stdout } = await cli([...args, '--one-session', '--dry-run'], { env: { AMELIA_SESSIONS: '' } })
    expect(stdout).toContain('Preset: phased (the default)\n')
  })
})
