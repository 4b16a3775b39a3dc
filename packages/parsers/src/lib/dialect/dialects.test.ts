import { checkPlan } from '@amelia/core'
import type { Plan } from '@amelia/core/plugin'
import { describe, expect, it } from 'vitest'
import { dialects } from './dialects.ts'

const parsers = dialects()
const check = (source: string) => checkPlan(source, { parsers })
const read = (source: string): Plan => {
  const { plan, ok, issues } = check(source)
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(ok).toBe(true)
  return plan!
}
const parserOf = (id: string) => parsers.find((parser) => parser.id === id)!

describe('user-stories', () => {
  const story = (id: string, priority: number, more: object = {}): object => ({
    id,
    title: `Story ${id}`,
    priority,
    ...more,
  })

  it('reads stories in the order of their priorities, each after the one before', () => {
    const userStories = [
      story('US-003', 2),
      story('US-001', 1, {
        ...{ passes: true, description: 'As a user.', notes: 'Look.' },
        acceptanceCriteria: ['Types pass', { description: 'Tests pass' }],
      }),
      story('US-002', 2, { passes: false }),
    ]
    const plan = read(JSON.stringify({ project: 'Shop', description: 'Sell things.', userStories }, null, 1))
    expect(plan).toMatchObject({ title: 'Shop', goal: 'Sell things.', format: 'user-stories' })
    expect(plan.phases).toMatchObject([
      {
        ...{ id: 'us-001', title: 'Story US-001', dependsOn: [], status: 'done', line: 10 },
        body: 'As a user.\n\nAcceptance criteria:\n- Types pass\n- Tests pass\n\nLook.',
      },
      { id: 'us-003', dependsOn: ['us-001'], status: 'pending', line: 5 },
      { id: 'us-002', dependsOn: ['us-003'] },
    ])
  })

  it.each([
    ['{ "userStories": [], "title": "x" }', 'NO_PHASES'],
    ['{ "userStories": [{ "id": "US-1" }], "title": "x" }', 'PLAN_SCHEMA'],
    ['{ "userStories": [{ "title": "x" ]', 'PLAN_SYNTAX'],
  ])('refuses %s', (source, code) => {
    expect(check(source).issues).toContainEqual(expect.objectContaining({ severity: 'error', code }))
  })
})

describe('github-issues', () => {
  it('reads issues by number, with the dependencies that their bodies name', () => {
    const issues = [
      {
        number: 12,
        title: 'Command',
        body: 'Text.\n\nDepends on #7, #9 and #100.\n',
        labels: [{ name: 'priority: high' }],
        state: 'OPEN',
      },
      { number: 9, title: 'Parser', body: '- Blocked by: #7\r\n', labels: [], state: 'OPEN' },
      { number: 7, title: 'Types', body: 'See #12.', labels: [{ name: 'bug' }], state: 'CLOSED' },
    ]
    const text = JSON.stringify(issues, null, 2)
    const { phases } = read(text)
    expect(check(text).issues).toMatchObject([{ severity: 'warning', code: 'CONTENT_SKIPPED', line: 2 }])
    expect(check(text).issues[0]?.message).toContain('Issue 12 depends on #100, which the list does not')
    expect(phases).toMatchObject([
      { id: '7', title: 'Types', dependsOn: [], status: 'done' },
      { id: '9', dependsOn: ['7'], body: '- Blocked by: #7' },
      { id: '12', dependsOn: ['7', '9'], priority: 1 },
    ])
  })

  it('refuses an entry without a number', () => {
    expect(check('[{"number": "x", "title": "a", "body": ""}]').issues).toContainEqual(
      expect.objectContaining({ code: 'PLAN_SCHEMA' }),
    )
  })
})

describe('backlog-task', () => {
  const file = (status: string, more = ''): string =>
    `---\nid: TASK-74\ntitle: >-\n  Read plans\n  faster\nstatus: ${status}\npriority: high\n${more}---\n\n## Description\n\nIt is slow.\n\n## Acceptance Criteria\n\n- [ ] #1 It is fast\n`

  it('reads a task file as one phase', () => {
    const plan = read(file('In Progress'))
    expect(plan).toMatchObject({ title: 'Read plans faster', goal: 'It is slow.', format: 'backlog-task' })
    expect(plan.phases).toMatchObject([
      { id: 'task-74', title: 'Read plans faster', status: 'in_progress', priority: 1, subtasks: [] },
    ])
    expect(plan.phases[0]?.body).toContain('- [ ] #1 It is fast')
  })

  it('reports an unknown status, and dependencies on other files', () => {
    const { issues } = check(file('Odd', 'dependencies:\n  - TASK-7\n'))
    expect(issues).toMatchObject([{ code: 'STATUS_UNKNOWN' }, { code: 'CONTENT_SKIPPED' }])
    expect(issues[1]?.message).toContain('TASK-7')
  })
})

it('an error in the front matter of a task has its line in the file', () => {
  const source = '---\nid: TASK-1\ntitle: a\nstatus: [\n---\n'
  expect(parserOf('backlog-task').parse(source).issues[0]?.line).toBeGreaterThanOrEqual(4)
})

it('fault 12: the body of an issue is read in time linear in it', () => {
  for (const body of [
    '\n'.repeat(200_000),
    `depends on ${' '.repeat(200_000)}`,
    'depends on #1, '.repeat(20_000),
  ]) {
    const { plan } = parserOf('github-issues').parse(JSON.stringify([{ number: 2, title: 'a', body }]))
    expect(plan?.phases).toMatchObject([{ id: '2', dependsOn: [] }])
  }
})

describe('gsd-plan', () => {
  const plan = `---
phase: 03-export
wave: 2
depends_on:
  - 03-01
---

<objective>
Export a page.
</objective>

<tasks>

<task type="auto">
  <name>Task 1: Add the button</name>
  <files>src/app.ts, src/header.ts</files>
  <action>
Add it.
  </action>
  <verify>
    <automated>npm test</automated>
  </verify>
  <done>It is there.</done>
</task>

<task type="auto">
  <name>Task 2: Wire it</name>
  <verify>
    <automated>test -f a && grep b a</automated>
  </verify>
</task>

<task type="checkpoint:human-verify" gate="blocking">
  <what-built>The export.</what-built>
  <how-to-verify>Press it.</how-to-verify>
</task>

</tasks>

| Phase | Depends On |
|---|---|
| 1 | - |
`

  it.each([
    ['npm test -- api', 'npm test -- api'],
    ['`node --test`', 'node --test'],
    ['`npx tsc --noEmit` passes', 'npx tsc --noEmit'],
    ['./check.sh all', './check.sh all'],
    ['Open the page and look', undefined],
    ['npm test passes\nand the page opens', undefined],
    ['npm test && npm run lint', undefined],
  ])('reads a <verify> of %j as %j', (verify, command) => {
    const [, second] = read(
      plan
        .replace('test -f a && grep b a', '')
        .replace(/(Wire it<\/name>\n {2}<verify>)[^]*?(<\/verify>)/, `$1${verify}$2`),
    ).phases
    expect(second?.acceptance?.[0]?.command).toBe(command)
  })

  it('reads its tasks, with files and checks', () => {
    const { phases, title, goal } = read(plan)
    expect({ title, goal }).toEqual({ title: '03-export', goal: 'Export a page.' })
    expect(phases).toMatchObject([
      {
        ...{ id: '1', title: 'Add the button', files: ['src/app.ts', 'src/header.ts'], line: 14 },
        acceptance: [{ command: 'npm test' }],
      },
      { id: '2', title: 'Wire it', dependsOn: ['1'] },
      {
        ...{ id: '3', dependsOn: ['2'] },
        subtasks: [{ steps: [{ action: 'manual', requiresHumanJudgment: true, description: 'Press it.' }] }],
      },
    ])
    // A command that needs a shell does not check anything, because nobody asked for a shell.
    expect(phases[1]).not.toHaveProperty('acceptance')
  })

  it('refuses a list without tasks', () => {
    expect(parserOf('gsd-plan').parse('<tasks>\n</tasks>\n').issues).toMatchObject([{ code: 'NO_PHASES' }])
  })
})

describe('prp', () => {
  const list =
    '```yaml\nTask 1: Types\n  CREATE src/types.ts:\n    - x\n\nTask 2: Service\nCREATE src/service.ts\n```\n'

  it('reads the fence below a list of tasks', () => {
    expect(read(`# Clock\n\nWords.\n\n### Task List for Implementation\n\n${list}`).phases).toMatchObject([
      { id: '1', title: 'Types', body: 'CREATE src/types.ts:\n    - x', line: 8 },
      { id: '2', title: 'Service', dependsOn: ['1'], line: 12 },
    ])
  })

  it('leaves every other fence closed', () => {
    expect(parserOf('prp').detect(`# Clock\n\n## Example\n\n${list}`)).toBe(0)
    expect(parserOf('prp').parse(list).issues).toMatchObject([{ code: 'NO_PHASES' }])
  })
})

it.each([
  '{"userStories": [',
  '[{"number": 1, "title": "", "body": "depends on #1',
  '---\nid: ',
  '<task>\n',
  '<tasks>\n<task>\n',
  '```yaml\nTask 1: a\n',
  '#1 , ',
])('faults 11 and 12: much of %j is read in time', (piece) => {
  for (const parser of parsers) {
    for (const source of [piece.repeat(20_000), `<tasks>\n${piece.repeat(20_000)}`]) {
      expect(parser.detect(source)).toBeGreaterThanOrEqual(0)
      expect(Array.isArray(parser.parse(source).issues)).toBe(true)
    }
  }
})

it('refuses a list of stories with the shape that is expected', () => {
  const source = JSON.stringify([
    { id: 'US-1', title: 'Buy', acceptanceCriteria: ['It sells'], passes: false },
  ])
  expect(checkPlan(source, { parsers: dialects() })).toMatchObject({
    ...{ ok: false, format: 'user-stories' },
    issues: [{ severity: 'error', message: expect.stringContaining('{ "userStories": [') }],
  })
})
