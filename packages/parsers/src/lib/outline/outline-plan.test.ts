import type { PhaseDraft, PlanIssue } from '@amelia/core/plugin'
import { describe, expect, it } from 'vitest'
import { outlinePlan } from './outline-plan.ts'

const parser = outlinePlan()

const read = (source: string): { phases: PhaseDraft[]; issues: PlanIssue[] } => {
  const { plan, issues } = parser.parse(source)
  return { phases: plan?.phases ?? [], issues }
}

const ids = (source: string): string[] => read(source).phases.map(({ id }) => id)

describe('outlinePlan', () => {
  it.each([
    ['Step 1: A', 'Step 2: B'],
    ['Milestone 1 - A', 'Milestone 2 - B'],
    ['Stage 1. A', 'Stage 2. B'],
    ['Session 1: A', 'Session 2: B'],
    ['Sprint 1 — A', 'Sprint 2 — B'],
    ['Part 1: A', 'Part 2: B'],
    ['PR #1 - A', 'PR #2 - B'],
    ['🚀 Step 1: A', '🚀 Step 2: B'],
  ])('reads headings %j, %j as phases in a chain', (one, other) => {
    const { phases, issues } = read(`# Plan\n\n## ${one}\n\nText.\n\n## ${other}\n\n- [x] x\n- [ ] y\n`)
    expect(phases).toMatchObject([
      { id: '1', title: 'A', dependsOn: [], body: 'Text.', line: 3 },
      {
        ...{ id: '2', title: 'B', dependsOn: ['1'] },
        subtasks: [{ id: '2.1', title: 'x', status: 'done' }, { id: '2.2' }],
      },
    ])
    expect(issues).toMatchObject([{ severity: 'warning', code: 'FORMAT_GUESSED', line: 3 }])
  })

  it('keeps the letter of short ids', () => {
    expect(ids('### T1: A\n\nx\n\n### T1.1 - B\n\nx\n\n### T2 — C\n\nx\n')).toEqual(['t1', 't1.1', 't2'])
    expect(ids('### US-001: A\n\nx\n\n### US-002: B\n\nx\n')).toEqual(['us-001', 'us-002'])
  })

  it('takes the kind of heading that comes first in the order task, phase, milestone, step, number', () => {
    const inside = '\n### Step 1: X\n\na\n\n### Step 2: Y\n\nb\n'
    expect(ids(`## Milestone 1: A\n${inside}\n## Milestone 2: B\n`)).toEqual(['1', '2'])
    expect(read(`## Milestone 1: A\n${inside}\n## Milestone 2: B\n`).phases[0]).toMatchObject({ title: 'A' })
    const document =
      '## 1. Goal\n\nx\n\n## 2. Milestones\n\n### Milestone 1: A\n\nx\n\n### Milestone 2: B\n\nx\n'
    expect(read(document).phases).toMatchObject([{ title: 'A' }, { title: 'B' }])
  })

  it.each([
    ['lists', (name: string) => `## ${name}\n\n### Plan Steps\n\n1. **Step 1**: A\n2. **Step 2**: B\n\n`],
    ['headings', (name: string) => `## ${name}\n\n### Step 1: A\n\na\n\n### Step 2: B\n\nb\n\n`],
  ])('refuses %s of several plans once, but not the same list below other headings', (_, plan) => {
    const { issues } = read(`# Log\n\n${plan('Issue #23: One')}${plan('Issue #24: Two')}`)
    expect(issues.filter(({ severity }) => severity === 'error')).toMatchObject([{ code: 'SEVERAL_PLANS' }])
    expect(issues.find(({ severity }) => severity === 'error')?.message).toContain('"Issue #24: Two"')
    const { issues: others } = read(`# Log\n\n${plan('Issue #23: One')}${plan('Recap')}`)
    expect(others.filter(({ code }) => code === 'SEVERAL_PLANS')).toEqual([])
  })

  it('refuses lists of several plans whose headings have other names, but not a list that repeats one', () => {
    const plan = (name: string, ...titles: string[]) =>
      `## ${name}\n\n### Work\n\n${titles.map((title, at) => `- **Phase ${at + 1}: ${title}**\n`).join('')}\n`
    const errors = (text: string) => read(text).issues.filter(({ severity }) => severity === 'error')
    const several = errors(
      `# Plans\n\n${plan('Parser', 'A', 'B')}${plan('Writer', 'C', 'D')}${plan('Graph', 'E')}`,
    )
    expect(several).toMatchObject([{ code: 'SEVERAL_PLANS', line: 10 }])
    expect(several[0]?.message).toContain('line 3 "Parser", line 10 "Writer"')
    expect(errors(`# Plans\n\n${plan('Parser', 'A', 'B')}${plan('Recap', 'B', 'A')}`)).toEqual([])
    const steps = '## Parts\n\n- **Step 1: C**\n- **Step 2: D**\n'
    expect(errors(`# Plans\n\n${plan('Parser', 'A', 'B')}${steps}`)).toEqual([])
  })

  it('never takes words whose numbers begin again, nor a single one', () => {
    const steps = '### Step 1: X\n\na\n\n### Step 2: Y\n\nb\n'
    expect(parser.detect(`## One\n\n${steps}\n## Two\n\n${steps}`)).toBe(0)
    expect(parser.detect('## Step 1: X\n\na\n')).toBe(0)
  })

  it.each([
    ['Phase I: A', 'Phase II: B', ['i', 'ii']],
    ['Phase One: A', 'Phase Two - B', ['one', 'two']],
    ['6.0 Phase 0: A', '6.1 Phase 1: B', ['0', '1']],
    ['Implementation Phase 1: A', 'Implementation Phase 2: B', ['1', '2']],
    ['User Story 1.1: A', 'Story 1.2: B', ['1.1', '1.2']],
    ['Epic 1: A', 'Epic 2: B', ['1', '2']],
    ['Work Package 1: A', 'Work Package 2: B', ['1', '2']],
    ['3.1 阶段一：A', '3.2 阶段二：B', ['1', '2']],
    ['一、第一阶段：A', '二、第二阶段：B', ['1', '2']],
    ['用户故事 1：A', '用户故事 2：B', ['1', '2']],
  ])('reads the numbers of %j and %j', (one, other, expected) => {
    const { phases } = read(`# Plan\n\n## ${one}\n\nText.\n\n## ${other}\n\nText.\n`)
    expect(phases.map(({ id, title }) => [id, title])).toEqual([
      [expected[0], 'A'],
      [expected[1], 'B'],
    ])
  })

  it('counts a phase as done if all its parts are', () => {
    const table = '| Task | Description | Completed |\n|---|---|---|\n'
    const document = `### Implementation Phase 1\n\n${table}| TASK-001 | A | ✅ |\n\n### Implementation Phase 2\n\n${table}| TASK-002 | B | |\n`
    expect(read(document).phases).toMatchObject([
      { id: '1', status: 'done', subtasks: [{ title: 'A' }] },
      { id: '2', subtasks: [{ title: 'B' }] },
    ])
    expect(read(document).phases[1]?.status).toBeUndefined()
  })

  it('reads the verification of a numbered series, but never its overview or its risks', () => {
    const document =
      '# Plan\n\n## 1. Overview\n\nAdd words.\n\n## 1.5. Current State Summary\n\nAdd more.\n\n## 2. Parser\n\nAdd a parser.\n\n## 3. Verification\n\nRun it.\n\n## 4. Risks\n\nFix them.\n'
    expect(ids(document)).toEqual(['2', '3'])
  })

  it('takes headings with a number alone only if half of their sections tell to do something', () => {
    const essay =
      '## 1. Product\n\nIt is good.\n\n## 2. Users\n\nThey are many.\n\n## 3. Work\n\nAdd a parser.\n'
    expect(parser.detect(essay)).toBe(0)
    const work =
      '## 1. Parser\n\nAdd a parser.\n\n## 2. Command\n\n**Files:** `src/a.ts`\n\n## 3. References\n\nA book.\n'
    expect(read(work).phases).toMatchObject([
      { id: '1', title: 'Parser' },
      { id: '2', title: 'Command', files: ['src/a.ts'], dependsOn: ['1'] },
    ])
  })

  it.each(['Success Criteria', '7. Definition of Done', 'Phase 1 Acceptance Criteria', 'Risks', 'Goals'])(
    'finds no work below "%s"',
    (heading) => {
      const document = `## Step 1: A\n\nx\n\n## Step 2: B\n\nx\n\n## ${heading}\n\n### Step 3: C\n\n- [ ] no\n`
      expect(ids(document)).toEqual(['1', '2'])
    },
  )

  it('keeps a section about verification if it is one of the series', () => {
    expect(ids('## Step 1: A\n\nx\n\n## Step 2: Verification\n\nx\n')).toEqual(['1', '2'])
  })

  it('reads declared dependencies, and takes prose for none', () => {
    const document = [
      '## Step 1: A\n\n**Prerequisites:** Backend running (`make start`), a valid key',
      '## Step 2: B\n\n**Depends on:** nothing',
      '## Step 3: C\n\n**Depends on:** Step 1 (its types). It can run beside Step 2.',
      '## Step 4: D\n\n**Depends on:** Core pipeline complete',
      '## Step 5: E\n\n**Depends on:** Steps 1-3',
    ].join('\n\n')
    expect(read(document).phases.map(({ dependsOn }) => dependsOn)).toEqual([
      [],
      [],
      ['1'],
      ['3'],
      ['1', '2', '3'],
    ])
  })

  it.each([
    ['## Step 1: A ✅\n\nx\n\n## Step 2: B\n\nx\n', 'done'],
    ['## ✅ Step 1: A\n\nx\n\n## Step 2: B\n\nx\n', 'done'],
    ['## Step 1: A [x]\n\nx\n\n## Step 2: B\n\nx\n', 'done'],
    ['## Step 1: A\n\n**Status:** in progress\n\n## Step 2: B\n\nx\n', 'in_progress'],
    ['## Progress\n\n- [x] (2026-02-07) Step 1: A\n\n## Step 1: A\n\nx\n\n## Step 2: B\n\nx\n', 'done'],
  ])('reads the status in %j', (source, status) => {
    expect(read(source).phases).toMatchObject([{ title: 'A', status }, { title: 'B' }])
    expect(read(source).phases[1]?.status).toBeUndefined()
  })

  it('reads the items of a list that name steps', () => {
    const list =
      '## Work\n\n1. **Step 1**: A\n   - **Status**: ✅ COMPLETE\n   - Details\n\n2. **Step 2**: B\n   - **Depends on:** none\n'
    expect(read(list).phases).toMatchObject([
      { id: '1', title: 'A', status: 'done', body: '- **Status**: ✅ COMPLETE\n- Details' },
      { id: '2', title: 'B', dependsOn: [] },
    ])
  })

  it.each(['Implementation Steps', '阶段拆分', '実装手順', '단계'])(
    'reads the numbered list below "%s"',
    (heading) => {
      const list = `# Plan\n\n## ${heading}\n\n1) **准备期**\n   - x\n2) Core\n\n## Risks\n\n1. no\n2. no\n`
      expect(read(list).phases).toMatchObject([
        { id: '1', title: '准备期' },
        { id: '2', title: 'Core', dependsOn: ['1'] },
      ])
    },
  )

  it('reads no other list', () => {
    expect(parser.detect('# Plan\n\n## Ideas\n\n1. a\n2. b\n')).toBe(0)
    expect(parser.detect('# Plan\n\n## Steps\n\n- a\n- b\n')).toBe(0)
  })

  it('reads the rows of a table of stages', () => {
    const table = '| # | Stage | Gate |\n|---|---|---|\n| 0 | Skeleton | x |\n| 1 | Paths | y |\n'
    expect(read(`## 3. Stages\n\n${table}`).phases).toMatchObject([
      { id: '0', title: 'Skeleton', line: 5 },
      { id: '1', title: 'Paths', dependsOn: ['0'], line: 6 },
    ])
    expect(parser.detect(table.replace('Stage', 'Read'))).toBe(0)
  })

  it('refuses a text without a series', () => {
    expect(read('# Notes\n\nText.\n').issues).toMatchObject([{ severity: 'error', code: 'NO_PHASES' }])
  })

  it.each([
    '## Step 1: ',
    '1. **Step 1**: ',
    '| # | Stage |\n',
    '# 1. ',
    '✅',
    '**Depends on:** Step 1. A',
    '### T1.1.1 (',
  ])('faults 11 and 12: much of %j is read in time', (piece) => {
    for (const source of [
      piece.repeat(20_000),
      `${piece}\n`.repeat(20_000),
      `## Step 1: a\n\n${piece.repeat(20_000)}\n\n## Step 2: b\n`,
    ]) {
      expect(parser.detect(source)).toBeGreaterThanOrEqual(0)
      expect(Array.isArray(read(source).issues)).toBe(true)
    }
  })
})

it('a number twice below one heading stays in the series, so that it is reported', () => {
  expect(ids('# X\n\n## Step 1: Schema\n\nAdd it.\n\n## Step 1: Client\n\nRead it.\n')).toEqual(['1', '1'])
  const lists =
    '## One\n### Step 1: a\nx\n### Step 2: b\nx\n## Two\n### Step 1: c\nx\n### Note\n### Step 1: d\nx\n'
  expect(parser.detect(lists)).toBe(0)
})

const unknown = (word: string, numbers = [1, 2, 3]): string =>
  `# P\n\n${numbers.map((number) => `## ${word} ${number}: name\n\nThe text.\n`).join('\n')}`

it('headings with an unknown word are the work as the one numbered series', () => {
  for (const word of ['Aşama', 'Krok', 'Vaihe']) {
    expect(
      outlinePlan()
        .parse(unknown(word))
        .plan?.phases.map(({ id, title }) => [id, title]),
    ).toEqual(['1', '2', '3'].map((id) => [id, 'name']))
    expect(outlinePlan().parse(unknown(word)).issues).toMatchObject([
      {
        code: 'FORMAT_GUESSED',
        message: expect.stringContaining(`headings "${word.toLowerCase()} 1: name"`),
      },
    ])
  }
})

it.each<readonly [string, string]>([
  ['two', unknown('Krok', [1, 2])],
  ['a repeated number', unknown('Krok', [1, 2, 2])],
  ['another first number', unknown('Krok', [2, 3, 4])],
  ['another series', `${unknown('Krok')}\n### Etap 1\n\n### Etap 2\n`],
  ['boxes elsewhere', `${unknown('Krok')}\n## More\n\n- [ ] x\n`],
  ['most text elsewhere', `${unknown('Krok')}\n## More\n\n${'Text.\n\n'.repeat(20)}`],
  ...'Chapter,Version,Week,Month,Quarter,Option,Level,Layer,Test,Risk,Decision,Kapitel,Semana,Opción,Риск'
    .split(',')
    .map((word) => [word, unknown(word)] as const),
])('but not with %s', (_, source) => {
  expect(outlinePlan().detect(source)).toBe(0)
})

it('lines that have lost the marks of headings are a series', () => {
  const source = 'Plan\n\nPhase 1\n\nAdd it.\n\nPhase 2: Wire\n\nWire it.\n\n**Phase 3**\n\nShip it.\n'
  expect(outlinePlan().parse(source).plan?.phases).toMatchObject([
    { id: '1', title: 'Phase 1', body: 'Add it.', line: 3 },
    { id: '2', title: 'Wire', body: 'Wire it.' },
    { id: '3', title: 'Phase 3', body: 'Ship it.' },
  ])
  expect(outlinePlan().detect('Phase 1\n\nx\n\nPhase 3\n\ny\n')).toBe(0)
})

it('a mark or a word in capitals says that an item is done', () => {
  const source =
    '# P\n\n- ✅ **Step 1** Parse COMPLETE\n- **Step 2** - Print - DONE\n- ✅ **Step 3**: Ship\n- **Step 4** x\n'
  expect(
    outlinePlan()
      .parse(source)
      .plan?.phases.map(({ title, status }) => [title, status]),
  ).toEqual([
    ...[
      ['Parse', 'done'],
      ['Print', 'done'],
      ['Ship', 'done'],
      ['x', undefined],
    ],
  ])
})
