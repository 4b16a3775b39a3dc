import { checkPlan } from '@amelia/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checklist } from './checklist.ts'
import { veryMany } from '../../../../test/fixtures/very-many.ts'

const parser = checklist()
const read = (source: string) => parser.parse(source)
const phases = (source: string) => read(source).plan?.phases ?? []
const subtasks = (source: string) => phases(source).flatMap((phase) => phase.subtasks ?? [])
const ids = (source: string) => subtasks(source).map((subtask) => subtask.id)
const waits = (source: string) =>
  subtasks(source).map(({ id, dependsOn = [] }) => `${id} < ${dependsOn.join(' ')}`.trim())
const check = (source: string) => checkPlan(source, { parsers: [parser] })

test('[P] in a heading or a box is not part of its title, and lets it run beside its neighbours', () => {
  const sections = ['1. A', '2. B [P]', '[P] 3. C', '4. [P] D', '5. E']
  const source = sections.map((name, at) => `## ${name}\n- [ ] ${at + 1}.1 x\n`).join('')
  expect(phases(source).map(({ id, title, dependsOn }) => [id, title, dependsOn])).toEqual([
    ['1', 'A', []],
    ['2', 'B', ['1']],
    ['3', 'C', ['1']],
    ['4', 'D', ['1']],
    ['5', 'E', ['2', '3', '4']],
  ])
  const boxes = '- [ ] 1. A\n- [ ] 2. [P] B\n- [ ] 3. C [P]\n- [ ] [P] 4. D\n'
  expect(phases(boxes).map(({ title, dependsOn }) => [title, dependsOn])).toEqual([
    ['A', []],
    ['B', ['1']],
    ['C', ['1']],
    ['D', ['1']],
  ])
})

test('misspelled boxes are open subtasks with a warning, so their phase is not done', () => {
  const source = '## 1. Parser\n- [x] 1.1 Write\n- [] 1.2 Test\n-[x] 1.3 Ship\n## 2. CLI\n- [ ] 2.1 Add\n'
  expect(phases(source).map(({ status }) => status)).toEqual([undefined, undefined])
  expect(subtasks(source).map(({ id, status }) => `${id} ${status}`)).toEqual([
    ...['1.1 done', '1.2 pending', '1.3 pending', '2.1 pending'],
  ])
  expect(read(source).issues).toMatchObject([
    { code: 'STATUS_UNKNOWN', line: 3, message: expect.stringContaining('("[]", "-[x]")') },
  ])
  expect(ids('- [ ] 1. A\n- [y] 2. B\n- [done] 3. C\n-[x] 4. D\n')).toEqual(['1', '2', '3', '4'])
})

test('the section of a phase permits it to be empty', () => {
  const source = '## Phase 1: A\n\nempty=ok\n\n- [ ] T001 Look\n\n## Phase 2: B\n\n- [ ] T002 Do it\n'
  expect(phases(source).map(({ emptyOk }) => emptyOk)).toEqual([true, undefined])
})

test('the section of a phase names its agent, model and queue', () => {
  const source =
    '## Phase 1: A\n\n**Agent:** codex\n**Model:** `gpt-5.5`\n**Queue:** gpu\n\n- [ ] T001 Look\n'
  expect(phases(source)).toMatchObject([{ agent: 'codex', model: 'gpt-5.5', queue: 'gpu' }])
})

test('the section of a phase sets its status, risk, estimate and files', () => {
  const fields = '**Risk:** high\n**Status:** cancelled\n**Files:** `src/a.js`\n**Estimate:** 3\n'
  for (const name of ['Phase 2', 'Milestone 2', '2.', 'Later:']) {
    const source = `# P\n\n## ${name.replace('2', '1')} A\n\n- [ ] a\n\n## ${name} B\n\n${fields}\n- [ ] b\n`
    const { plan, issues } = read(source)
    expect(issues).toEqual([])
    expect(plan?.phases).toMatchObject([
      { files: [] },
      { risk: 'high', status: 'cancelled', estimate: 3, files: ['src/a.js'] },
    ])
    expect(plan?.phases[0]).not.toHaveProperty('risk')
  }
  const unreadable = '## Phase 1: A\n\n**Risk:** hihg\n**Status:** blocked\n\n- [ ] a\n- [ ] b\n'
  expect(read(unreadable)).toMatchObject({
    plan: { phases: [{ risk: 'high' }] },
    issues: [
      { code: 'RISK_INVALID', line: 3 },
      { code: 'STATUS_UNKNOWN', line: 4 },
    ],
  })
  const below = '## Phase 1: A\n\n- [ ] a\n- [ ] b\n\n### Remark\n\n**Risk:** high\n'
  expect(phases(below)[0]).not.toHaveProperty('risk')
})

test('labels below a box are about its task, and the highest risk is that of its phase', () => {
  const labels = '\n  - **Risk:** high\n  - **Status:** cancelled\n'
  expect(phases(`- [ ] 1. A\n- [ ] 2. B${labels}  - [ ] 2.1 C\n`)).toMatchObject([
    { id: '1' },
    { id: '2', risk: 'high', status: 'cancelled' },
  ])
  const [phase] = phases(`## Work\n\n- [ ] A\n- [ ] B${labels}`)
  expect(phase).toMatchObject({ risk: 'high', subtasks: [{ status: 'pending' }, { status: 'cancelled' }] })
  expect(phases('## Work\n\n- [ ] A\n- [x] B\n  - Risk: high\n')[0]).not.toHaveProperty('risk')
})

test('the section of a phase sets its priority', () => {
  const source =
    '## Phase 1: A\n\n**Priority:** high\n\n- [ ] T001 Do it\n\n## Phase 2: B\n\n- [ ] T002 Do it\n'
  expect(phases(source).map(({ priority }) => priority)).toEqual([1, undefined])
})

const kit = `# Tasks: Bookmarks

**Input**: Design documents from \`/specs/007-bookmarks/\`

## Format: \`[ID] [P?] [Story] Description\`

- **[P]**: Can run in parallel

## Phase 1: Setup (Shared)

**Purpose**: A place to work in

- [x] T001 Create the folders of the project
- [X] T002 [P] Add the linter in .eslintrc.json
- [x] T003 [P] Add \`tsconfig.json\`
- [x] T004 Check that \`npm run lint\` passes

---

## Phase 2: User Story 1 - Save a bookmark (Priority: P1) 🎯

**Goal**: A bookmark is kept

### Tests for User Story 1 ⚠️

- [ ] T005 [P] [US1] Contract test for POST in tests/contract/test_post.py
- [ ] T005a [P] [US1] Round trip of a bookmark

### Implementation for User Story 1

- [ ] T006 [US1] Create the model in src/models/bookmark.py and src/models/tag.py:10-20
- [ ] T007 [US1] Service in \`src/service.py\` (depends on T006, T005)

**Checkpoint**: It can be shown

## Dependencies & Execution Order

- Setup blocks everything

\`\`\`text
- [ ] T100 an example
\`\`\`

## Phase 3: Polish

- [ ] T008 [P] Write the guide in docs/guide.md
- [ ] T009 [P] Measure it
`

test('Spec Kit: headings are phases, one after the other', () => {
  const { plan, issues } = read(kit)
  expect(issues.map(({ line, message }) => [line, message.slice(0, 40)])).toEqual([
    [41, '"T100 an example" is not part of the pla'],
  ])
  expect(plan?.title).toBe('Tasks: Bookmarks')
  expect(
    plan?.phases.map(({ id, title, dependsOn, status, line }) => [id, title, dependsOn, status, line]),
  ).toEqual([
    ['1', 'Setup (Shared)', [], 'done', 9],
    ['2', 'User Story 1 - Save a bookmark (Priority: P1) 🎯', ['1'], undefined, 20],
    ['3', 'Polish', ['2'], undefined, 44],
  ])
  expect(plan?.phases[1]?.body).toBe('**Goal**: A bookmark is kept\n\n**Checkpoint**: It can be shown')
  expect(check(kit)).toMatchObject({ ok: true, format: 'checklist' })
})

test('Spec Kit: ids, titles, types, files and states', () => {
  expect(subtasks(kit).map(({ id, title, type, status, line }) => [id, title, type, status, line])).toEqual([
    ['T001', 'Create the folders of the project', undefined, 'done', 13],
    ['T002', 'Add the linter in .eslintrc.json', undefined, 'done', 14],
    ['T003', 'Add `tsconfig.json`', undefined, 'done', 15],
    ['T004', 'Check that `npm run lint` passes', undefined, 'done', 16],
    ['T005', 'Contract test for POST in tests/contract/test_post.py', 'test', 'pending', 26],
    ['T005a', 'Round trip of a bookmark', 'test', 'pending', 27],
    [
      'T006',
      'Create the model in src/models/bookmark.py and src/models/tag.py:10-20',
      undefined,
      'pending',
      31,
    ],
    ['T007', 'Service in `src/service.py` (depends on T006, T005)', undefined, 'pending', 32],
    ['T008', 'Write the guide in docs/guide.md', undefined, 'pending', 46],
    ['T009', 'Measure it', undefined, 'pending', 47],
  ])
  expect(subtasks(kit)[6]?.files).toEqual(['src/models/bookmark.py', 'src/models/tag.py'])
  expect(phases(kit)[1]?.files).toEqual([
    'tests/contract/test_post.py',
    'src/models/bookmark.py',
    'src/models/tag.py',
    'src/service.py',
  ])
})

test('[P] runs beside its neighbours, and what follows waits for the whole run', () => {
  expect(waits(kit)).toEqual([
    'T001 <',
    'T002 < T001',
    'T003 < T001',
    'T004 < T002 T003',
    'T005 <',
    'T005a <',
    'T006 < T005 T005a',
    'T007 < T006 T005',
    'T008 <',
    'T009 <',
  ])
})

const kiro = `# Implementation Plan

- [x] 1. Set up the store
  - Create src/store.ts
  - _Requirements: 1.1, 2.3_

- [ ] 2. Save bookmarks
- [-] 2.1 Write the model

  - Keep it small
    - Very small
  - \`\`\`md
    - [ ] 9. an example
    \`\`\`
  - _Requirements: 1.2_
- [ ]* 2.2 Write property tests for the model
  - **Files:** \`test/model.ts\`

- [ ] 3. Finish
  - [x] 3.1 Run the tests
  - [ ] 3.2* Write the notes
`

test('Kiro: tasks of the first level are phases, and come after their parts', () => {
  const { plan, issues } = read(kiro)
  expect(issues.map(({ line, message }) => [line, message.slice(0, 40)])).toEqual([
    [13, '"9. an example" is not part of the plan '],
  ])
  expect(plan?.phases.map(({ id, title, dependsOn, line }) => [id, title, dependsOn, line])).toEqual([
    ['1', 'Set up the store', [], 3],
    ['2', 'Save bookmarks', ['1'], 7],
    ['3', 'Finish', ['2'], 19],
  ])
  expect(waits(kiro)).toEqual(['1 <', '2.1 <', '2.2 < 2.1', '2 < 2.2', '3.1 <', '3.2 < 3.1', '3 < 3.2'])
  expect(subtasks(kiro).map(({ id, status, line }) => [id, status, line])).toEqual([
    ['1', 'done', 3],
    ['2.1', 'in_progress', 8],
    ['2.2', 'skipped', 16],
    ['2', 'pending', 7],
    ['3.1', 'done', 20],
    ['3.2', 'skipped', 21],
    ['3', 'pending', 19],
  ])
  expect(check(kiro).ok).toBe(true)
})

test('Kiro: what stands below a task is its body', () => {
  const [one, two, three] = phases(kiro)
  expect(one).toMatchObject({
    body: '',
    status: 'done',
    subtasks: [{ body: '- Create src/store.ts\n- _Requirements: 1.1, 2.3_', files: ['src/store.ts'] }],
  })
  expect(two?.subtasks?.[0]?.body).toBe(
    '- Keep it small\n  - Very small\n- ```md\n  - [ ] 9. an example\n  ```\n- _Requirements: 1.2_',
  )
  expect(two?.subtasks?.[1]).toMatchObject({ type: 'test', files: ['test/model.ts'] })
  expect(three).toMatchObject({ body: '', subtasks: [{ body: '' }, { body: '' }, { body: '' }] })
})

test('headings that only group first-level tasks are not phases, but Phase N is', () => {
  const tasks = '- [ ] 1. a\n- [ ] 1.1 b\n\n## REST\n\n- [ ] 2. c\n- [ ] 2.1 d\n'
  expect(phases(`## Some\n\n${tasks}`).map((phase) => phase.id)).toEqual(['1', '2'])
  expect(phases(`## Phase 7: Some\n\n${tasks.replace('REST', 'Phase 8')}`)).toMatchObject([
    { id: '7', title: 'Some', subtasks: [{ id: '1.1' }, { id: '1' }] },
    { id: '8', title: 'Phase 8', subtasks: [{ id: '2.1' }, { id: '2' }] },
  ])
})

const spec = `## 1. Parser

Reads it.

- [x] 1.1 Write tests for the reader
- [ ] 1.2 Read \`src/core/read.ts\`, and say so when
  a line is too long. _Found in review._
  _Decision: a warning._

## 2. Printer (optional)

- [ ] 2.1 Print
- [ ] 2.10 Print more

## Follow up

- [ ] 3.1 Tell people
`

test('OpenSpec: numbered headings are phases', () => {
  expect(phases(spec)).toMatchObject([
    { id: '1', title: 'Parser', body: 'Reads it.', dependsOn: [], line: 1 },
    { id: '2', title: 'Printer (optional)', dependsOn: ['1'], line: 10 },
    { id: '2a', title: 'Follow up', dependsOn: ['2'], line: 15 },
  ])
  expect(phases(spec)[0]?.subtasks).toMatchObject([
    { id: '1.1', type: 'test', status: 'done', line: 5 },
    {
      id: '1.2',
      title: 'Read `src/core/read.ts`, and say so when a line is too long. Found in review.',
      body: '_Decision: a warning._',
      dependsOn: ['1.1'],
      files: ['src/core/read.ts'],
    },
  ])
  expect(ids(spec)).toEqual(['1.1', '1.2', '2.1', '2.10', '3.1'])
})

test.each([
  ['- [ ] T001 x', 'T001'],
  ['- [ ] **T001** x', 'T001'],
  ['- [ ] **T001 x**', 'T001'],
  ['- [ ] `T001` x', 'T001'],
  ['- [ ] T001: x', 'T001'],
  ['- [ ] T-12b - x', 'T-12b'],
  ['- [ ] [T001] x', 'T001'],
  ['- [ ] [P] T001 x', 'T001'],
  ['- [ ] TASK-3: x', 'TASK-3'],
  ['- [ ] Task 0.1: x', '0.1'],
  ['- [ ] Task 4 x', '4'],
  ['- [ ] 1.2.3 x', '1.2.3'],
  ['- [ ] **1.2** x', '1.2'],
  ['- [ ] 1.2. x', '1.2'],
  ['- [ ] 3a. x', '3a'],
  ['- [ ] 3) x', '3'],
  ['* [ ] 1. x', '1'],
  ['+ [~] 1. x', '1'],
  ['1. [ ] 4.1 x', '4.1'],
])('%j has an id', (source, id) => {
  expect(subtasks(`- [x] 99. y\n\n## A\n\n${source}\n`)).toMatchObject([{ id: '99' }, { id, title: 'x' }])
})

test.each([
  '- [ ] 3 tests pass',
  '- [ ] S3 bucket',
  '- [ ] x 1.1',
  '> - [ ] 1.1 x',
  '- 1.1 x',
  '- [ ] Step 1: x',
  '1. x',
])('%j is not a task with an id', (source) => {
  expect(ids(`- [x] 99. y\n\n## A\n\n${source}\n`)).toEqual(['99'])
})

test('without ids, the checkboxes of the first level count', () => {
  const source =
    '# Plan\n\n## 1. One\n\n- [x] a\n  - [ ] part\n- [ ] b (test)\n\n## Two\n\n- [ ] c\n\n## Definition of done\n\n- [ ] no\n'
  expect(parser.detect(source)).toBe(0.5)
  expect(phases(source)).toMatchObject([
    {
      id: '1',
      subtasks: [
        { id: '1.1', title: 'a', body: '- [ ] part', status: 'done' },
        { id: '1.2', dependsOn: ['1.1'] },
      ],
    },
    { id: '1a', title: 'Two', subtasks: [{ id: '1a.1' }] },
  ])
  expect(phases('- [ ] a\n- [ ] b\n')).toMatchObject([
    { id: '1', title: 'Tasks 1.1 to 1.2', subtasks: [{ id: '1.1' }, { id: '1.2', dependsOn: ['1.1'] }] },
  ])
})

test('checkboxes without an id beside others are told', () => {
  const source = '## Phase 1\n\n- [ ] T001 a\n  - [ ] part\n- [ ] **Stop here**\n- [ ] and look\n'
  expect(read(source).issues).toMatchObject([
    {
      severity: 'warning',
      code: 'CONTENT_SKIPPED',
      line: 5,
      column: 1,
      message: expect.stringContaining('2 checkboxes'),
    },
  ])
  expect(ids(source)).toEqual(['T001'])
})

test('tasks without headings are phases, [P] beside each other', () => {
  const source = '- [ ] T1 a\n- [ ] T2 [P] b\n- [ ] T3 [P] c\n- [ ] T4 d\n'
  expect(phases(source).map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
    ['t1', []],
    ['t2', ['t1']],
    ['t3', ['t1']],
    ['t4', ['t2', 't3']],
  ])
  expect(phases('- [ ] 1.1 a\n- [ ] 1.2 b\n- [ ] 2.1 c\n')).toMatchObject([
    { id: '1', title: 'Tasks 1.1 to 1.2' },
    { id: '2', title: 'Task 2.1', dependsOn: ['1'] },
  ])
})

test('declared dependencies win', () => {
  const source = `## Phase 1: A
- [ ] T001 a
## Phase 2: B
**Depends on**: None
- [ ] T002 b
## Phase 3: C
**Depends on:** Phase 1
- [ ] T003 c (depends on T002 and T009)
- [ ] T004 [P] d [blocked by: T003]
  - Depends on: T001
## Phase 4: D
**Dependencies:** pytest, requests
- [ ] T005 e (depends on the library)
`
  expect(phases(source).map((phase) => phase.dependsOn)).toEqual([[], [], ['1', '2'], ['3']])
  expect(waits(source)).toEqual(['T001 <', 'T002 <', 'T003 < T002 t009', 'T004 < T001 T003', 'T005 <'])
  expect(check(source).issues).toMatchObject([
    { code: 'DEPENDENCY_UNKNOWN', line: 8, message: expect.stringContaining('t009') },
    { code: 'CONTENT_SKIPPED', line: 12, message: expect.stringContaining('pytest, requests') },
  ])
})

test('a long title is cut, and stands in full in the body', () => {
  const words = 'word '.repeat(60).trim()
  expect(subtasks(`- [ ] 1.1 ${words}\n  - more\n`)).toMatchObject([
    { title: expect.stringMatching(/^word .*word\.\.\.$/), body: `1.1 ${words}\n\n- more` },
  ])
})

test.each([
  ['Write unit tests for the reader', true],
  ['Add tests', true],
  ['Create `tests/unit/test_reader.py` to check it', true],
  ['Write reader.test.ts', true],
  ['Integration test for login', true],
  ['Tests: the reader', true],
  ['Contract test POST /api/users', true],
  ['Add test coverage of errors', true],
  ['Run the tests', false],
  ['Verify that all tests pass', false],
  ['Implement the test runner', false],
  ['Latest news', false],
])('%j', (title, expected) => {
  expect(subtasks(`- [ ] 1.1 ${title}\n`)[0]?.type === 'test').toBe(expected)
})

test('files are named, not guessed', () => {
  const files = (text: string) => subtasks(`- [ ] 1.1 ${text}\n`)[0]?.files
  expect(files('Add src/a.ts, `src/b.py::test_x`, (lib/c.rs) and README.md.')).toEqual([
    'src/a.ts',
    'src/b.py',
    'lib/c.rs',
    'README.md',
  ])
  expect(
    files(
      'Use Node.js and/or `npm test a.ts`, v1.2.0, `task.status`, src/, `~/.bin/x.sh`, /etc/a.txt, ../a.ts, https://a.b/c.md, src/{a,b}.ts',
    ),
  ).toEqual([])
})

test('fault 3: a checklist without tasks is an error', () => {
  for (const source of ['', 'text', '## Phase 1\n\n- T001 no checkbox\n']) {
    expect(read(source).issues).toMatchObject([{ severity: 'error', code: 'NO_PHASES', line: 1, column: 1 }])
  }
})

test('a finished box that repeats a task is dropped with a warning', () => {
  const source = '- [x] 1. A\n- [x] 2. B\n\n- [ ] 2. B\n  - do b\n- [x] 3. C\n- [x] 3. C\n'
  const { ok, plan, issues } = check(source)
  expect([ok, plan?.phases.map(({ id, status, line }) => `${id} ${status} ${line}`)]).toEqual([
    true,
    ['1 done 1', '2 pending 4', '3 done 6'],
  ])
  expect(issues.map(({ line, severity }) => `${line} ${severity}`)).toEqual(['2 warning', '7 warning'])
  for (const other of [
    '- [ ] 2. B\n\n- [ ] 2. B\n',
    '- [x] 2. B\n\n- [ ] 2. C\n',
    '- [x] 2. B\n  text\n- [ ] 2. B\n',
  ])
    expect(check(`- [x] 1. A\n${other}`).issues).toContainEqual(
      expect.objectContaining({ code: 'ID_DUPLICATE' }),
    )
})

test('fault 4: an id that is there twice is one error with both lines', () => {
  const source = '- [x] 1. a\n- [ ] 1.1 b\n- [ ] 1. c\n'
  expect(check(source).issues).toMatchObject([
    { code: 'ID_DUPLICATE', line: 3, message: expect.stringContaining('line 1 and on line 3') },
  ])
})

test('fault 5: a task that waits for a later phase makes a circle', () => {
  const source = '## Phase 1: A\n- [ ] T001 a (depends on T002)\n## Phase 2: B\n- [ ] T002 b\n'
  expect(check(source).issues).toMatchObject([{ code: 'PHASE_CYCLE' }])
})

test('fault 13: names of object properties are titles like any other', () => {
  expect(phases('## __proto__\n- [ ] 1.1 constructor\n## toString\n- [ ] 1.2 __proto__\n')).toMatchObject([
    { id: '1', subtasks: [{ title: 'constructor' }] },
    { id: '2' },
  ])
})

test('fault 25: fences, comments and quotes are opaque', () => {
  const source =
    '- [ ] 1.1 a\n\n```md\n- [ ] 1.2 b\n```\n\n<!--\n- [ ] 1.3 c\n-->\n\n> - [ ] 1.4 d\n\n- x\n\n  ~~~\n  - [ ] 1.5 e\n  ~~~\n\n- [ ] 1.6 f\n'
  expect(ids(source)).toEqual(['1.1', '1.6'])
})

test('fault 1: CRLF, lone CR and a BOM give the same plan', () => {
  for (const source of [kit, kiro, spec]) {
    const plain = read(source)
    expect(read(`\ufeff${source.replaceAll('\n', '\r\n')}`)).toEqual(plain)
    expect(read(source.replaceAll('\n', '\r'))).toEqual(plain)
  }
})

test('what is sure and what is not', () => {
  for (const source of [kit, kiro, spec]) expect(parser.detect(source)).toBeGreaterThan(0.9)
  const box = '- [ ] 1.1 a\n- [ ] 1.2 b\n'
  expect(parser.detect(`### Task 1: x\n\n${box}`)).toBeLessThanOrEqual(0.5)
  expect(parser.detect('# Notes\n\n- [ ] a\n- [ ] b\n')).toBe(0.3)
  expect(parser.detect(`| Phase | Depends On |\n|---|---|\n| 1 | - |\n\n${box}`)).toBeLessThanOrEqual(0.5)
  for (const source of [
    '### Task 1: x\n\n- [ ] **Step 1: y**\n- [ ] **Step 2: z**\n',
    '- [ ] 1a. "x" -> type: test -> depends: []\n- [ ] 1b. "y" → type: impl\n',
    '{"tasks": [{"id": 1, "title": "- [ ] 1.1 x"}]}',
  ]) {
    expect(parser.detect(source)).toBe(0)
  }
})

test('fault 10: very many tasks', () => {
  const list = Array.from({ length: veryMany }, (_, index) => `- [ ] T${index} x`).join('\n')
  expect(subtasks(`## Phase 1\n${list}`)).toHaveLength(veryMany)
})

test.each([
  '- [ ] T1 a\n',
  '  - [ ] 1.1 a\n',
  '- [ ] 1.1 ',
  '- ',
  '[P] ',
  '(depends on ',
  '[',
  'a.b/',
  '*',
  '# a\n- [ ] 1.1 b\n',
  '> ',
])('faults 11 and 12: much of %j is read in time', (piece) => {
  for (const source of [piece.repeat(20_000), `- [ ] T001 ${piece.repeat(20_000)}`]) {
    expect(parser.detect(source)).toBeGreaterThanOrEqual(0)
    expect(Array.isArray(read(source).issues)).toBe(true)
  }
})

test('fault 11: any text gives an answer, with every place inside, and twice the same', () => {
  const pieces = [
    '- [ ] ',
    '- [x] T001 ',
    '1.1 ',
    '1. ',
    '[P] ',
    '[US1] ',
    '  ',
    '\n',
    '\r\n',
    '## Phase 1: A\n',
    '## 2. B\n',
    '```\n',
    '(depends on T001)',
    '**Depends on**: 1\n',
    '* ',
    '_x_',
    '\ufeff',
    '🚀',
  ]
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((list) => list.join('')),
    fc
      .tuple(fc.constantFrom(kit, kiro, spec), fc.nat(1500), fc.nat(40), fc.string())
      .map(([source, at, length, insert]) => source.slice(0, at) + insert + source.slice(at + length)),
  )
  fc.assert(
    fc.property(text, (source) => {
      const { plan, issues, ...rest } = read(source)
      const lines = source.replaceAll('\r\n', '\n').split(/[\n\r]/)
      expect(parser.detect(source)).toBeLessThanOrEqual(1)
      for (const { line, column } of issues) {
        expect(line).toBeLessThanOrEqual(lines.length)
        expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1)
        expect(Math.min(line, column)).toBeGreaterThanOrEqual(1)
      }
      for (const phase of plan?.phases ?? []) {
        expect(phase.subtasks?.length).toBeGreaterThan(0)
        for (const { line = 0 } of [phase, ...(phase.subtasks ?? [])])
          expect(line).toBeLessThanOrEqual(lines.length)
      }
      if (!plan) expect(issues.some((issue) => issue.severity === 'error')).toBe(true)
      read('another text')
      expect(read(source)).toEqual({ ...(plan && { plan }), issues, ...rest })
    }),
    { numRuns: 200 },
  )
})

test('a phase is accepted by the commands in its text and in its open tasks', () => {
  const source =
    '## Phase 1: A\n\nRun: `make`\nExpected: PASS\n\n- [ ] T001 Do it\n\n  Run: `npm test`\n  Expected: PASS\n\n' +
    '- [x] T002 Did it\n\n  Run: `npm run lint`\n  Expected: PASS\n\n## Phase 2: B\n\n- [ ] T003 Do it\n'
  expect(
    phases(source).map(({ acceptance }) => acceptance?.map(({ command, line }) => [command, line])),
  ).toEqual([
    [
      ['make', 1],
      ['npm test', 6],
    ],
    undefined,
  ])
})

test('a fence that is a step in other formats is a warning', () => {
  const fence = (info: string): string => `\`\`\`${info}\nx\n\`\`\`\n\n`
  const source = `## 1. A\n\n- [ ] 1.1 a\n\n${fence('js file=a.js')}${fence('sh')}${fence('sh expect=fail')}- [ ] 1.2 b\n`
  expect(read(source).issues).toMatchObject([
    { code: 'NOT_STRUCTURED', line: 5 },
    { code: 'NOT_STRUCTURED', line: 13 },
  ])
})

test('fixes the boxes of a checklist of which all are misspelled', () => {
  expect(parser.fix?.('## Phase 1: U\n\n-[ ] x\n- [] y\n- [ ]z\n')).toBe(
    '## Phase 1: U\n\n- [ ] x\n- [ ] y\n- [ ] z\n',
  )
  expect(parser.fix?.('- []string\n')).toBe('- []string\n')
})

test('a sentence about a phase that its phase does not wait for is a warning', () => {
  const source = (text: string): string =>
    `## Milestone 1: A\n\n- [ ] a\n\n## Milestone 2: B\n\n**Depends on:** none\n\nText.\n${text}\n\n- [ ] b\n`
  expect(read(source('Requires milestone 1.')).issues).toMatchObject([
    { code: 'CONTENT_SKIPPED', line: 10, column: 1, message: expect.stringContaining('does not wait for 1') },
  ])
  expect(read(source('Requires milestone 3.')).issues).toEqual([])
  expect(read(source('Requires milestone 1.').replace('**Depends on:** none', '')).issues).toEqual([])
})

test('headings of one series with an unknown word or code give the ids', () => {
  const source = (heads: string[]) => heads.map((head) => `## ${head}\n\n- [ ] do\n`).join('\n')
  const read = (heads: string[]) =>
    checklist()
      .parse(source(heads))
      .plan?.phases.map(({ id, title }) => [id, title])
  expect(read(['F-001: a', 'F-002: b', 'F-003: c'])).toEqual([
    ['f-001', 'a'],
    ['f-002', 'b'],
    ['f-003', 'c'],
  ])
  expect(read(['Aşama 0: a', 'Aşama 1: b', 'Aşama 2: c'])).toEqual([
    ['0', 'a'],
    ['1', 'b'],
    ['2', 'c'],
  ])
  expect(read(['Option 1: a', 'Option 2: b', 'Option 3: c'])?.[0]).toEqual(['1', 'Option 1: a'])
})

test('(P) is [P]', () => {
  const text =
    '## Phase 1: A\n\n- [ ] T001 a\n- [ ] T002 (P) b\n- [ ] T003 [US1] (P) c\n- [ ] T004 d (P)\n\n## Phase 2: B (P)\n\n- [ ] T005 e\n\n## Phase 3: C (P)\n\n- [ ] T006 f\n'
  const read = (source: string) => checklist().parse(source).plan?.phases
  expect(read(text)?.map(({ dependsOn }) => dependsOn)).toEqual([[], ['1'], ['1']])
  const shape = (source: string) =>
    read(source)?.map(({ title, dependsOn, subtasks }) => [
      ...[title, dependsOn],
      subtasks?.map((part) => [part.title, part.dependsOn]),
    ])
  expect(shape(text)).toEqual(shape(text.replaceAll('(P)', '[P]')))
})

test('a task that depends on a commit gets the dependencies of the commit', () => {
  const boxes = (rest: string): string =>
    `## Phase 1: A\n- [ ] T001 x\n- [ ] T002 [P] y\n- [ ] T003 [P] z\n${rest}`
  const waitsOf = (rest: string) => {
    const { plan, issues } = check(boxes(rest))
    expect(issues).toEqual([])
    return plan?.phases.map(({ dependsOn, subtasks }) => [dependsOn, subtasks.at(-1)?.dependsOn])
  }
  expect(waitsOf('- [ ] T004 Commit\n- [ ] T005 w (depends on T004)\n')).toEqual([[[], ['T002', 'T003']]])
  expect(
    waitsOf('- [ ] T004 Commit\n- [ ] T005 Commit changes\n- [ ] T006 w\n  - Depends on: T005\n'),
  ).toEqual([[[], ['T002', 'T003']]])
  const declared = '- [ ] T004 Commit (depends on T001)\n- [ ] T005 w (depends on T004, T003)\n'
  expect(waitsOf(declared)).toEqual([[[], ['T001', 'T003']]])
  const below = '- [ ] T004 Commit\n  - Depends on: T002\n- [ ] T005 w (depends on T004)\n'
  expect(waitsOf(below)).toEqual([[[], ['T002']]])
  const range = '- [ ] T004 Commit\n- [ ] T005 v\n- [ ] T006 w (depends on T003-T005)\n'
  expect(waitsOf(range)).toEqual([[[], ['T003', 'T002', 'T005']]])
  const later = '- [ ] T004 Commit\n## Phase 2: B\n**Depends on:** None\n- [ ] T005 w (depends on T004)\n'
  expect(waitsOf(later)?.[1]).toEqual([['1'], ['T002', 'T003']])
})

test('commits without dependents, and an unknown id, are as before', () => {
  expect(waits('## Phase 1: A\n- [ ] T001 x\n- [ ] T002 Commit\n- [ ] T003 y\n')).toEqual([
    'T001 <',
    'T003 < T001',
  ])
  const unknown = '## Phase 1: A\n- [ ] T001 x\n- [ ] T002 Commit\n- [ ] T003 y (depends on T009)\n'
  expect(check(unknown).issues).toMatchObject([{ code: 'DEPENDENCY_UNKNOWN' }])
  const numbered = '- [ ] 1. Parser\n- [ ] 2. Commit\n- [ ] 3. Writer\n  - Depends on: 2\n'
  expect(check(numbered)).toMatchObject({ issues: [], reading: { skipped: [] } })
  expect(phases(numbered).map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
    ['1', []],
    ['3', ['1']],
  ])
})
