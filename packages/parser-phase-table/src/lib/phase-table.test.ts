import type { PlanIssue } from '@amelia/core/plugin'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { phaseTable } from './phase-table.ts'

const parser = phaseTable()
const phases = (source: string) => parser.parse(source).plan?.phases ?? []
const codes = (source: string): [PlanIssue['code'], number][] =>
  parser.parse(source).issues.map(({ code, line }) => [code, line])
const table = (rows: string, header = '| Phase | Name | Depends On |\n|---|---|---|') =>
  `${header}\n${rows}\n`

const overview = `# Shop

**Goal:** Sell things.

| Phase | Name | Depends On | Parallel With | Estimate | Status |
|-------|------|------------|---------------|----------|--------|
| 0 | Bootstrap | - | - | 5 | ⬜ |
| 1 | Setup | 0 | - | 3 | ✅ |
| 2A | Backend | 1 | 2B, 2C | 8 | 🔄 |
| 2B | Frontend | 1 | 2A, 2C | 5 | ⏸️ |
| 2C | Tests | 1 | 2A, 2B | 3 | ⏭️ |
| 3 | Integration | 2A, 2B, 2C | - | 5 | |
`

// seed: phase-execution-reference 1, phase-execution-reference 6
test('rows are phases', () => {
  const { plan, issues } = parser.parse(overview)
  expect(issues).toEqual([])
  expect(plan).toMatchObject({ title: 'Shop', goal: 'Sell things.' })
  expect(
    plan?.phases.map((phase) => [
      phase.id,
      phase.dependsOn,
      phase.parallelWith,
      phase.estimate,
      phase.status,
      phase.line,
    ]),
  ).toEqual([
    ['0', [], [], 5, 'pending', 7],
    ['1', ['0'], [], 3, 'done', 8],
    ['2a', ['1'], ['2b', '2c'], 8, 'in_progress', 9],
    ['2b', ['1'], ['2a', '2c'], 5, 'deferred', 10],
    ['2c', ['1'], ['2a', '2b'], 3, 'skipped', 11],
    ['3', ['2a', '2b', '2c'], [], 5, undefined, 12],
  ])
})

test('columns in any order, with other names, and more of them', () => {
  const source = table(
    '| none | S | **WU-01** | `Scaffold` | 0A |\n| WU-01 | M | WU-02 | [Next](#n) | 0A |',
    '| Blocked by | Size | WU | Description | Phase |\n|---|---|---|---|---|',
  )
  expect(phases(source)).toMatchObject([
    { id: 'wu01', title: '`Scaffold`', dependsOn: [] },
    { id: 'wu02', title: 'Next', dependsOn: ['wu01'] },
  ])
})

// seed: phase-execution-reference 2, phase-execution-reference 3
test('ids are normalised, and 1.1 is not 11', () => {
  const source = table('| Phase 1-A | a | - |\n| 1.1 | b | - |\n| 11 | c | 1.1, 1a |\n| 2-1 | d | - |')
  expect(phases(source).map((phase) => [phase.id, phase.dependsOn])).toEqual([
    ['1a', []],
    ['1.1', []],
    ['11', ['1.1', '1a']],
    ['2.1', []],
  ])
})

test('an id cell may hold the title and a status', () => {
  const header = '| Phase | Depends On |\n|---|---|'
  expect(phases(table('| ✅ 1: Set up | - |\n| 2A — Build it | 1 |\n| 3 | 2A |', header))).toMatchObject([
    { id: '1', title: 'Set up', status: 'done' },
    { id: '2a', title: 'Build it' },
    { id: '3', title: '3' },
  ])
})

test('ranges and all others', () => {
  expect(
    phases(table('| 1 | a | - |\n| 2A | b | 1 |\n| 2B | c | 1 |\n| 3 | d | 1–2B |\n| 4 | e | all others |')),
  ).toMatchObject([{}, {}, {}, { dependsOn: ['1', '2a', '2b'] }, { dependsOn: ['1', '2a', '2b', '3'] }])
})

test('several tables are one plan; rows of sums and without an id are none', () => {
  const source = `${table('| 1 | a | - |\n| | x | |\n| **Total** | | |')}\ntext\n\n${table('| 2 | b | 1 |')}`
  expect(phases(source).map((phase) => phase.id)).toEqual(['1', '2'])
})

test('sections are joined to their rows, with what they hold', () => {
  const source = `${overview}
## Phase 0: Bootstrap (5 pts)

Make it.

**Risk:** high

### Package (impl)

\`\`\`json file=package.json
{}
\`\`\`

## Phase 2-A — Backend

- [ ] one
- [x] two

# Appendix
- [ ] no
`
  const [first, , backend] = phases(source)
  expect(first).toMatchObject({
    risk: 'high',
    line: 7,
    files: ['package.json'],
    body: expect.stringMatching(/^Make it\.[^]*```$/),
    subtasks: [{ id: '0.1', title: 'Package', type: 'impl', line: 20, steps: [{ id: '0.1.1', line: 22 }] }],
  })
  expect(backend?.subtasks?.map((subtask) => [subtask.title, subtask.status])).toEqual([
    ['one', undefined],
    ['two', 'done'],
  ])
})

test('a phase inside another one’s section has its own', () => {
  const source = `${table('| 2 | a | - |\n| 2A | b | 2 |')}\n## Phase 2: a\n- [ ] x\n### Phase 2A: b\n- [ ] y\n`
  expect(phases(source).map((phase) => phase.subtasks?.map((subtask) => subtask.title))).toEqual([
    ['x'],
    ['y'],
  ])
})

test('a section without a row, and a second section, are warned of', () => {
  const source = `${table('| 1 | a | - |')}\n## Phase 1: a\n## Phase 7: x\n## Phase 1: again\n## Phase details\n`
  expect(codes(source)).toEqual([
    ['CONTENT_SKIPPED', 6],
    ['CONTENT_SKIPPED', 7],
    ['CONTENT_SKIPPED', 8],
  ])
  expect(parser.parse(source).issues.map(({ message }) => message)).toEqual([
    'The section "Phase 7: x" is not part of the plan (line 6): no row of the phase table has the id 7.',
    'The section "Phase 1: again" is not part of the plan (line 7): phase 1 already has a section.',
    'The section "Phase details" is not part of the plan (line 8).',
  ])
})

// seed: phase-execution-reference 9
test('fault 3: a table without rows is an error', () => {
  expect(codes('x\n\n| Phase | Depends On |\n|---|---|\n')).toEqual([['NO_PHASES', 3]])
  expect(parser.detect('| Phase | Depends On |\n|---|---|\n')).toBeGreaterThan(0.5)
  expect(codes('text')).toEqual([['NO_PHASES', 1]])
})

test('fault 25: a fence or a comment that holds a table is opaque', () => {
  const inside = table('| 9 | x | - |')
  for (const source of [
    `\`\`\`\n${inside}\`\`\`\n`,
    `<!--\n${inside}-->\n`,
    `- a\n\n  ~~~\n  ${inside.replaceAll('\n', '\n  ')}~~~\n`,
  ]) {
    expect(parser.detect(source)).toBe(0)
    expect(phases(`${overview}\n## Phase 0\n${source}`).map((phase) => phase.id)).not.toContain('9')
  }
})

// seed: phase-execution-reference 5
test('estimates and statuses that nobody understands are warnings at their cell', () => {
  const source = overview.replace('| 5 | ⬜ |', '| soon | maybe |')
  expect(parser.parse(source).issues).toMatchObject([
    { severity: 'warning', code: 'ESTIMATE_INVALID', line: 7, column: 27 },
    { severity: 'warning', code: 'STATUS_UNKNOWN', line: 7, column: 34 },
  ])
  expect(codes(overview.replace('| 5 | ⬜ |', '| M | — |'))).toEqual([])
})

test('a column Priority, or a label in the section, sets the priority', () => {
  const source = `| Phase | Depends On | Priority |
|---|---|---|
| 1 | - | 5 |
| 2 | - | P0 |
| 3 | - | soon |
| 4 | - | - |

## Phase 4

**Priority:** low
`
  expect(phases(source).map(({ priority }) => priority)).toEqual([5, 2, undefined, -1])
  expect(parser.parse(source).issues).toMatchObject([
    { severity: 'warning', code: 'PRIORITY_INVALID', line: 5, column: 11 },
  ])
})

test('a risk that nobody understands is a warning, and counts as high', () => {
  const source = `| Phase | Depends On | Risk |
|---|---|---|
| 1 | - | hihg |
| 2 | - | High! |
| 3 | - | The client may lose data |
| 4 | - | low |

## Phase 4

**Risk:** hgh
`
  expect(phases(source).map(({ risk }) => risk)).toEqual(['high', 'high', undefined, 'low'])
  expect(codes(source)).toEqual([
    ['RISK_INVALID', 3],
    ['RISK_INVALID', 5],
    ['RISK_INVALID', 10],
  ])
})

test('fault 1: CRLF, lone CR and a BOM give the same plan', () => {
  const plain = parser.parse(overview)
  expect(parser.parse(`\ufeff${overview.replaceAll('\n', '\r\n')}`)).toEqual(plain)
  expect(parser.parse(overview.replaceAll('\n', '\r'))).toEqual(plain)
})

test('fault 13: names of object members are ids like others', () => {
  const source = table(
    '| `__proto__` | a | - |\n| constructor | b | `__proto__` |\n| toString | c | constructor |',
  )
  expect(phases(source).map((phase) => [phase.id, phase.dependsOn])).toEqual([
    ['__proto__', []],
    ['constructor', ['__proto__']],
    ['tostring', ['constructor']],
  ])
})

test('fault 8: invisible characters stay in an id, so that it is refused', () => {
  expect(phases(table('| 2\u200bA | a | - |\n| \u202e3 | b | - |')).map((phase) => phase.id)).toEqual([
    '2\u200ba',
    '\u202e3',
  ])
})

test('other documents are not claimed', () => {
  for (const source of [
    '# Tasks\n\n- [ ] T001 [P] do it\n- [x] T002 more\n',
    '| Package | Depends on |\n|---|---|\n| a | b |',
    '| Feature | Status | Notes |\n|---|---|---|\n| 1 | done | x |',
    '| Rule | Detail |\n|---|---|\n| Phase 2 requires 1 | Depends On |',
    '{"tags": {"tasks": []}}',
    '',
  ]) {
    expect(parser.detect(source)).toBe(0)
  }
})

test('fault 10: twice the rows take about twice the time', () => {
  const make = (count: number) =>
    table(
      Array.from(
        { length: count },
        (_, at) => `| ${at + 1} | name ${at} | ${at === 0 ? '-' : `${at}, x–y`} |`,
      ).join('\n'),
    )
  const cpu = (source: string): number => {
    const start = process.cpuUsage()
    expect(phases(source).length).toBeGreaterThan(0)
    return process.cpuUsage(start).user / 1000
  }
  cpu(make(500))
  const small = Math.max(cpu(make(1_000)), 20)
  expect(cpu(make(4_000))).toBeLessThan(small * 10)
})

test('any table: no throw, every issue and phase inside the text, the same twice', () => {
  const piece = fc.constantFrom(
    ...[
      '| Phase | Depends On |\n|---|---|\n',
      '| 1 ',
      '| 2A ',
      '| 1-2 ',
      '| all ',
      '|\n',
      '\n',
      '## Phase 1: x\n',
    ],
    ...[
      '```sh\n',
      '```\n',
      '```js file=a.js\n',
      '- [ ] t\n',
      '**Files:** a.ts\n',
      '(',
      ')',
      '…',
      '–',
      '`',
      '✅',
      '\u200b',
      '<!--',
      '> ',
    ],
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 5 }),
      (parts, noise) => {
        const source = `${parts.join('')}${noise}${parts.slice(0, 5).join('')}`
        const read = parser.parse(source)
        const lines = source.split(/\r\n|\r|\n/).length
        const score = parser.detect(source)
        expect(score >= 0 && score <= 1).toBe(true)
        for (const { line, column } of read.issues) {
          expect(line >= 1 && line <= lines && column >= 1).toBe(true)
        }
        for (const { line = 0 } of read.plan?.phases ?? []) expect(line >= 1 && line <= lines).toBe(true)
        expect(read.plan !== undefined || read.issues.some((issue) => issue.severity === 'error')).toBe(true)
        parser.parse('other')
        expect(parser.parse(source)).toEqual(read)
      },
    ),
    { numRuns: 800 },
  )
})

test.each([
  'Phase',
  'Phase ID',
  'phase_id',
  'Phase #',
  'ID',
  '#',
  'Wave',
  'WU',
  'Work Unit',
  'Track',
  'Step',
  'Milestone',
  'Sprint',
  'Stage',
  '**Task**',
  '`Batch`',
])('a column %s has ids', (header) => {
  const source = table('| 1 | a | - |\n| 2 | b | 1 |', `| ${header} | Name | Depends On |\n|---|---|---|`)
  expect(parser.detect(source)).toBeGreaterThan(0.9)
  expect(phases(source)).toMatchObject([
    { id: '1', title: 'a' },
    { id: '2', dependsOn: ['1'] },
  ])
})

test.each([
  'Depends On',
  'depends-on',
  'DEPENDS_ON',
  'Depends on (phases)',
  'Dependencies',
  'Deps',
  'Blocked by',
  'Blocked On',
  'Requires',
  'Needs',
  'After',
  'Prerequisites',
  'Prereqs.',
  'Predecessors',
  'Starts after',
])('a column %s has dependencies', (header) => {
  const source = table('| 1 | a | none |\n| 2 | b | 1 |', `| Phase | Name | ${header} |\n|---|---|---|`)
  expect(phases(source)).toMatchObject([{ id: '1' }, { id: '2', dependsOn: ['1'] }])
})

test.each([
  '| # | Before | After |\n|---|---|---|\n| 1 | slow | fast |\n| 2 | old | new |\n',
  '| ID | Requirement | Dependencies |\n|---|---|---|\n| R1 | Store | Postgres, Redis |\n| R2 | Send | SMTP |\n',
  '| Step | Needs |\n|---|---|\n| Boil | water |\n',
])('a table about other things is none: %j', (source) => {
  expect(parser.detect(source)).toBe(0)
})

test('fault 7: one wrong name among others does not unmake a table', () => {
  const source = table(
    '| 1 | a | - |\n| 2 | b | 1 |\n| 3 | c | 22 |',
    '| Phase | Name | Requires |\n|---|---|---|',
  )
  expect(phases(source)[2]?.dependsOn).toEqual(['22'])
})

test('a table that repeats rows of an earlier one says nothing new; one that differs does', () => {
  const rows = '| 1 | a | - |\n| 2 | b | 1 |'
  expect(phases(`${table(rows)}\n\ntext\n\n${table('| 2 | b | 1 |')}`).map(({ id }) => id)).toEqual([
    '1',
    '2',
  ])
  expect(phases(`${table(rows)}\n\ntext\n\n${table('| 2 | b | - |')}`).map(({ id }) => id)).toEqual([
    '1',
    '2',
    '2',
  ])
})

test('ranges and lists of every spelling', () => {
  const ids = ['W0', 'W1', 'WU-10', 'WU-11', 'WU-12', 'X']
  const depends = (cell: string) =>
    phases(table(ids.map((id) => `| ${id} | a | ${id === 'X' ? cell : '-'} |`).join('\n'))).at(-1)?.dependsOn
  expect(depends('W0–W1')).toEqual(['w0', 'w1'])
  expect(depends('WU-10–12')).toEqual(['wu10', 'wu11', 'wu12'])
  expect(depends('W0 and W1 + WU-10 ∧ WU-11, [WU-12](#x)')).toEqual(['w0', 'w1', 'wu10', 'wu11', 'wu12'])
  expect(depends('**W0** (when merged)')).toEqual(['w0'])
  expect(depends('all others')).toEqual(['w0', 'w1', 'wu10', 'wu11', 'wu12'])
  for (const none of ['-', '—', 'None', 'n/a', '', 'nothing', '(none)']) expect(depends(none)).toEqual([])
})

const headings = `# Shop

**Goal:** Sell things.

## Phase 0: Bootstrap (5 pts)

> **Depends On**: None

- [ ] set up

## ✅ Phase 1 — Units (Estimate: 3)

> **Depends On**: Phase 0
> **Parallel With**: Phase 2-A

### Definition of Done

- [ ] builds

## Phase 2: Work

### Phase 2A: Parse ✅ done

**Blocked by:** Phases 0 and 1 | **Status:** skipped | **Risk:** high

**Files:** \`src/parse.js\`

### Phase 2B: Format

#### Phase 2B budget

## Appendix

## Phase plan
`

test('without a table, headings are phases', () => {
  expect(parser.detect(headings)).toBe(0.7)
  const { plan, issues } = parser.parse(headings)
  expect(issues).toMatchObject([{ code: 'CONTENT_SKIPPED', line: 34 }])
  expect(plan).toMatchObject({ title: 'Shop', goal: 'Sell things.' })
  expect(plan?.phases).toMatchObject([
    { id: '0', title: 'Bootstrap', dependsOn: [], estimate: 5, line: 5, subtasks: [{ title: 'set up' }] },
    {
      id: '1',
      title: 'Units',
      dependsOn: ['0'],
      parallelWith: ['2a'],
      estimate: 3,
      status: 'done',
      subtasks: [],
    },
    {
      id: '2a',
      title: 'Parse',
      dependsOn: ['0', '1'],
      status: 'done',
      risk: 'high',
      files: ['src/parse.js'],
    },
    { id: '2b', title: 'Format', dependsOn: ['2a'], body: '#### Phase 2B budget' },
  ])
  expect(plan?.phases[1]?.body).toContain('### Definition of Done\n\n- [ ] builds')
})

test('a phase beside the one before it depends on what that one does', () => {
  const source =
    '## Phase 1: a\n**Depends on:** none\n## Phase 2: b\n## Phase 3: c\n**Parallel with:** 2\n## Phase 4: d\n**Depends on:**\n- Phase 2\n- Phase 3\n'
  expect(phases(source).map(({ dependsOn }) => dependsOn)).toEqual([[], ['1'], ['1'], ['2', '3']])
})

test('headings that declare nothing follow each other, and a warning says so', () => {
  const source = '## Phase 1: a\n## Phase 2: b\n## Phase 2: c\n'
  expect(parser.detect(source)).toBe(0.15)
  expect(phases(source).map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
    ['1', []],
    ['2', ['1']],
    ['2', ['2']],
  ])
  expect(codes(source)).toEqual([['ORDER_GUESSED', 1]])
  expect(parser.detect('## Phase 1: a\n')).toBe(0)
  expect(codes('## Phase 1: a\n')).toEqual([])
})

test('a table without dependencies gives the phases of headings their other columns', () => {
  const source = `| Phase | Name | Risk | Priority | Estimate | Agent | Model | Empty | Status | Parallel With |
|---|---|---|---|---|---|---|---|---|---|
| 1 | a | high | P0 | 5 | codex | opus | ok | done | |
| 2 | b | low | soon | 3 | | | | | |
| 3 | c | | | | | | | | 2 |
| 4 | d | | | | | | | | |

## Phase 1: a
**Risk:** low
## Phase 2: b (8 pts)
## Phase 3: c
| # | Task | Risk |
|---|---|---|
| 1 | x | medium |
| 2 | y | high |
`
  expect(phases(source)).toMatchObject([
    {
      ...{ id: '1', risk: 'high', priority: 2, estimate: 5, agent: 'codex', model: 'opus' },
      ...{ emptyOk: true, status: 'done', dependsOn: [] },
    },
    { id: '2', risk: 'low', estimate: 3, dependsOn: ['1'] },
    { id: '3', dependsOn: ['1'], parallelWith: ['2'] },
  ])
  expect(phases(source)[2]).not.toHaveProperty('risk')
  expect(codes(source)).toEqual([
    ['ORDER_GUESSED', 8],
    ['PRIORITY_INVALID', 4],
    ['SECTION_UNMATCHED', 6],
  ])
})

test('a numbered table beside the phases describes them only if it has their titles', () => {
  const source = (names: string[]) =>
    `## Phase 1: Parse\n## Phase 2: Print\n## Risks\n| # | Name | Risk |\n|---|---|---|\n${names
      .map((name, index) => `| ${index + 1} | ${name} | high |\n`)
      .join('')}`
  expect(phases(source(['Parse', 'Print'])).map(({ risk }) => risk)).toEqual(['high', 'high'])
  expect(phases(source(['Data loss', 'Delay'])).map(({ risk }) => risk)).toEqual([undefined, undefined])
})

test('fault 25: a fence that holds headings of phases is opaque', () => {
  const source = `${headings}\n\`\`\`\`md\n## Phase 9: no\n\`\`\`\n**Depends on:** 9\n\`\`\`\`\n`
  expect(phases(source).map(({ id }) => id)).toEqual(['0', '1', '2a', '2b'])
})

test('the definition of done stays in the text of a phase, and is not work', () => {
  const source = `${table('| 1 | a | - |')}\n## Phase 1: a\n\n**Tasks:**\n\n- [ ] do\n\n**Definition of Done:**\n\n- [ ] done\n`
  expect(phases(source)).toMatchObject([
    { body: expect.stringMatching(/Definition of Done:\*\*\n\n- \[ \] done$/), subtasks: [{ title: 'do' }] },
  ])
})

test('what a section tells beside its steps is work that needs an agent', () => {
  const section =
    '### Parse (test)\n\n```sh\nls\n```\n\n### Write it (impl)\n\ntext\n\n### Notes\n\n- [ ] no\n'
  const source = `${table('| 1 | a | - |')}\n## Phase 1: a\n\n- [ ] first\n\n${section}`
  expect(
    phases(source)[0]?.subtasks?.map(({ id, title, type, steps = [] }) => [id, title, type, steps.length]),
  ).toEqual([
    ['1.1', 'first', undefined, 0],
    ['1.2', 'Parse', 'test', 1],
    ['1.3', 'Write it', 'impl', 0],
  ])
})

test('numbers inside the section of a phase are numbers', () => {
  const source = `${table('| 1 | a | - |\n| 2 | b | 1 |\n| 3 | c | 2 |')}\n## Phase 1: a\n\n### 2. Write (impl)\n\n### 3. Docs (other)\n\n## Phase 2: b\n- [ ] x\n`
  expect(phases(source).map((phase) => phase.subtasks?.map(({ title }) => title))).toEqual([
    ['2. Write', '3. Docs'],
    ['x'],
    [],
  ])
  const bare = `${table('| 1 | a | - |\n| 2 | b | 1 |')}\n## 1. a\n- [ ] x\n## 2. b\n- [ ] y\n`
  expect(phases(bare).map((phase) => phase.subtasks?.map(({ title }) => title))).toEqual([['x'], ['y']])
})

const chapters = (more = '') =>
  `# Design\n\n## 1. Overview\n\nText.\n\n## 2. Local setup\n\n\`\`\`sh\nnpm install\n\`\`\`\n\n## 3. Implementation phases\n\n${table('| 1 | Types | - |\n| 2 | Store | 1 |\n| 3 | View | 2 |\n| 4 | Docs | 3 |')}\n${more}`

test('numbered chapters of a document are not sections of phases', () => {
  const read = phases(chapters('## 4. Rollout\n\n```sh\nmake deploy\n```\n'))
  expect(read.map(({ body, subtasks }) => [body, subtasks])).toEqual([1, 2, 3, 4].map(() => ['', []]))
})

test('sections below and behind such chapters are read', () => {
  const below =
    '### 1. Types\n\n- [ ] a\n\n### 2. Write the store\n\n- [ ] b\n\n## Phase 4: Docs\n\n- [ ] d\n'
  expect(phases(chapters(below)).map(({ subtasks = [] }) => subtasks.map(({ title }) => title))).toEqual([
    ['a'],
    ['b'],
    [],
    ['d'],
  ])
})

test('numbers that begin behind the chapter with the table are those of phases', () => {
  const rows = '| 1 | Types | - |\n| 2 | Store | 1 |'
  const source = `## 0. Overview\n\n${table(rows)}\n## 1. Define them\n\n- [ ] a\n\n## 2. Write it\n\n- [ ] b\n`
  const titles = (text: string) => phases(text).map(({ subtasks = [] }) => subtasks.map(({ title }) => title))
  expect(titles(source)).toEqual([['a'], ['b']])
  expect(titles(source.replace('0.', '1.').replace('1. Define', '2. Define'))).toEqual([[], []])
})

test('numbered sections before the table have the titles of its rows', () => {
  const rows = '| 1 | Types | - |\n| 2 | Store | 1 |\n| 3 | View | 2 |'
  const source = `## 1. Types\n\n- [ ] a\n\n## 2. Store (files)\n\n- [ ] b\n\n## 3. Setup\n\n- [ ] c\n\n## Order\n\n${table(rows)}`
  expect(phases(source).map(({ subtasks = [] }) => subtasks.map(({ title }) => title))).toEqual([
    ['a'],
    ['b'],
    [],
  ])
  const untitled = source.replaceAll(/ (?:Types|Store|View) (?=\|)/g, '  ')
  expect(phases(untitled).map(({ subtasks }) => subtasks?.length)).toEqual([1, 1, 1])
})

test('a phase is accepted by the commands in its section', () => {
  const section =
    '\n## Phase 1: A\n\nRun: `npm test`\nExpected: PASS\n\n```sh\nmake\n```\n\n## Phase 2: B\n\nText.\n'
  const [one, two] = phases(table('| 1 | A | - |\n| 2 | B | 1 |') + section)
  expect(one?.acceptance).toEqual([{ command: 'npm test', expectExitCode: 0, line: 8 }])
  expect(one?.subtasks?.flatMap(({ steps }) => steps?.map(({ command }) => command))).toEqual(['make'])
  expect(two).not.toHaveProperty('acceptance')
})

test('a roadmap: the boxes and the progress table give the status of the sections', () => {
  const source = `# Roadmap

## Phases

- [x] **Phase 1: Base** - done long ago
- [x] **Phase 2: Parser** - reads (INSERTED)
- [ ] **Phase 3: Command**
- [ ] **Phase 3.1: Docs**
- [ ] **Phase 4: Later** - no section yet

| Phase | Plans | Status |
|---|---|---|
| 3. Command | 1/2 | In progress |
| 3.1 Docs | 1/1 | Complete |

## Phase Details

### Phase 2: Parser

**Depends on**: Phase 1

### Phase 3: Command

**Depends on**: Phase 2 (its types). Can run in parallel with any other phase.

### Phase 3.1: Docs

**Depends on**: Phase 3

- [ ] 03-01-PLAN.md
`
  expect(codes(source)).toEqual([['SECTION_UNMATCHED', 9]])
  expect(phases(source)).toMatchObject([
    { id: '1', title: 'Base', status: 'done', line: 5 },
    { id: '2', dependsOn: ['1'], status: 'done' },
    { id: '3', dependsOn: ['2'], status: 'in_progress' },
    { id: '3.1', dependsOn: ['3'], status: 'done' },
    { id: '4', title: 'Later', dependsOn: ['3.1'], status: 'pending', line: 9 },
  ])
})

test('a box that speaks of a phase is not the status of that phase', () => {
  const sections =
    '## Phase 1: A\n\n- [x] Phase 1 design approved\n- [x] Phase 1: design\n- [ ] a\n\n## Phase 2: B\n\n- [ ] b\n'
  const statuses = (source: string) => phases(source).map(({ id, status }) => [id, status])
  const open = [
    ['1', undefined],
    ['2', undefined],
  ]
  expect(statuses(sections)).toEqual(open)
  expect(phases(sections)[0]?.subtasks).toHaveLength(3)
  expect(statuses(`- [x] Phase 1 design approved\n- [ ] Phase 9 needs a name\n\n${sections}`)).toEqual(open)
  expect(statuses(`${sections}\n## Success criteria\n\n- [x] Phase 1: it works\n`)).toEqual(open)
  expect(statuses(`**Done when:**\n\n- [x] Phase 1: it works\n\n${sections}`)).toEqual(open)
  expect(statuses(`- [x] Phase 1: A\n\n${sections}`)[0]).toEqual(['1', 'done'])
})

test('a section whose boxes are all ticked is done', () => {
  const source = '## Phase 1: A\n\n- [x] a\n- [x] b\n\n## Phase 2: B\n\n- [x] a\n- [ ] b\n'
  expect(phases(source).map(({ status }) => status)).toEqual(['done', undefined])
})

test('the progress of the phases is a part of the plan, and nothing else after them is', () => {
  const source =
    '# Plan\n\n## Phase 1: A\n\n> **Depends On**: None\n\n## Phase 2: B\n\n> **Depends On**: 1\n\n## Progress\n\n| Phase | Status |\n|---|---|\n| 1. A | Complete |\n\n## Rest\n\nText.\n'
  const { plan, issues } = phaseTable().parse(source)
  expect(plan?.phases.map(({ status }) => status)).toEqual(['done', undefined])
  expect(issues.map(({ code, line }) => [code, line])).toEqual([['CONTENT_SKIPPED', 17]])
})

test('a sign inside a title is a part of it', () => {
  const read = (heading: string) => {
    const [phase] = phases(`## ${heading}\n\n**Depends on:** none\n`)
    return [phase?.title, phase?.status]
  }
  expect(read('Phase 3: Show ✅ beside finished items')).toEqual(['Show ✅ beside finished items', undefined])
  expect(read('Phase 3: Parse ✅ (today)')).toEqual(['Parse', 'done'])
  expect(read('Phase 3: ✅ Parse')).toEqual(['Parse', 'done'])
  expect(read('Phase 3 ✅')).toEqual(['Phase 3', 'done'])
})

test('criteria of phases are no phases', () => {
  const source =
    '## Phase 1: A\n\nText.\n\n## Phase 2: B\n\nText.\n\n## Success Criteria by Phase\n\n### Phase 1 Success:\n\n- [ ] x\n\n### Phase 3 Success:\n\n- [ ] y\n\n## Phase 4: Verification\n\nText.\n'
  expect(phases(source).map(({ id }) => id)).toEqual(['1', '2', '4'])
})

test('an estimate in a title may be in Chinese, Japanese or Korean', () => {
  const text = `## 第一阶段：准备（预计 3 天）

**依赖：** 无

## 第二阶段：实现（５天）

## フェーズ3：公開(約2人日)

## 4단계: 배포 (약 1.5시간)

## 第五阶段：总结（全部）
`
  const { plan } = phaseTable().parse(text)
  expect(plan?.phases.map(({ title, estimate }) => [title, estimate])).toEqual([
    ['准备', 3],
    ['实现', 5],
    ['公開', 2],
    ['배포', 1.5],
    ['总结（全部）', undefined],
  ])
})

test('a title that mentions criteria is the title of a phase', () => {
  const source =
    '## Phase 1: Define acceptance criteria\n\n**Depends on:** None\n\n- [ ] a\n\n## Phase 2: Build\n\n- [ ] b\n'
  const { plan, issues } = phaseTable().parse(source)
  expect(issues).toEqual([])
  expect(plan?.phases).toMatchObject([
    { id: '1', title: 'Define acceptance criteria', subtasks: [{ title: 'a' }] },
    { id: '2', dependsOn: ['1'] },
  ])
})

test('headings of phases with boxes are this format if they have steps, or name what runs beside them', () => {
  const plan = (text: string): string => `## Phase 1: A\n\n- [ ] a\n\n## Phase 2: B\n\n${text}\n\n- [ ] b\n`
  const score = (text: string): number => phaseTable().detect(plan(text))
  expect(['```js file=a.js\nx\n```', '```sh expect=fail\nx\n```', '**Parallel with:** 1'].map(score)).toEqual(
    [0.7, 0.7, 0.7],
  )
  expect(['Text', '```sh\nx\n```', '```js\nfile=a\n```', '**Risk:** high'].map(score)).toEqual([
    0.15, 0.15, 0.15, 0.15,
  ])
})

test('without a column of names, the headings of the sections name the phases', () => {
  const table = '| Phase | Depends On |\n|---|---|\n| Phase 1 | - |\n| Phase 2 | 1 |\n| Phase 3 | 2 |\n'
  const sections = '## 🎯 Phase 1: The `base` ✅\n\nx\n\n## Phase 2\n\nx\n'
  expect(
    phaseTable()
      .parse(`${table}\n${sections}`)
      .plan?.phases.map(({ title }) => title),
  ).toEqual([...['The `base`', 'Phase 2', 'Phase 3']])
})

test.each(['Work package', 'Item', 'Component', 'Milestone', 'Step'])(
  'a column %s names the phases',
  (name) => {
    const table = `| # | ${name} | Owner | Depends On |\n|---|---|---|---|\n| WP1 | Base | Ana | - |\n| WP2 | Rest | Bo | WP1 |\n`
    expect(
      phaseTable()
        .parse(table)
        .plan?.phases.map(({ id, title }) => [id, title]),
    ).toEqual([
      ['wp1', 'Base'],
      ['wp2', 'Rest'],
    ])
  },
)

test('estimates in several units are a warning', () => {
  const table = (...estimates: string[]): string =>
    `| Phase | Name | Depends On | Effort |\n|---|---|---|---|\n${estimates.map((each, at) => `| ${at} | x | - | ${each} |\n`).join('')}`
  expect(phaseTable().parse(table('3d', '2 days', '2w', '4h')).issues).toMatchObject([
    {
      code: 'ESTIMATE_INVALID',
      line: 5,
      column: 15,
      message: expect.stringContaining('in days and in weeks'),
    },
  ])
  expect(phaseTable().parse(table('3', '2 pts', '1 SP', 'M')).issues).toEqual([])
})
