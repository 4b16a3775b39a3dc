import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taskHeading } from './task-heading.ts'

const parser = taskHeading()
const phases = (source: string) => parser.parse(source).plan?.phases ?? []
const ids = (source: string) => phases(source).map((phase) => phase.id)

// seed: task-based-execution 1
test('headings of three levels are phases that depend on the one before', () => {
  const source =
    '# Plan\n\n**Goal:** Do `it`.\n\n## Task 1: One\n\n### Task 1.2 — **Two**\n\n## Phase 2\n\n#### Task 2a - Three\n'
  const { plan, issues } = parser.parse(source)
  expect(issues).toEqual([])
  expect(plan).toMatchObject({ title: 'Plan', goal: 'Do `it`.' })
  expect(plan?.phases.map(({ id, title, dependsOn, line }) => [id, title, dependsOn, line])).toEqual([
    ['1', 'One', [], 5],
    ['1.2', 'Two', ['1'], 7],
    ['2a', 'Three', ['1.2'], 11],
  ])
})

test.each([
  ['### Task 10: x', ['10']],
  ['### task 3B: x', ['3b']],
  ['### Task 4', ['4']],
  ['### Task 4. x', ['4']],
  ['### ✅ Task 4: x', ['4']],
  ['### [x] Task 4: x', ['4']],
  ['### Task 1.10: x', ['1.10']],
  ['# Task 1: x', []],
  ['##### Task 1: x', []],
  ['### Task N: x', []],
  ['### Task: x', []],
  ['### Task2: x', []],
  ['### Task 1 overview', []],
  ['### Tasks 1: x', []],
  ['> ### Task 1: x', []],
  ['- ### Task 1: x', []],
  ['    ### Task 1: x', []],
])('%j', (source, expected) => {
  expect(ids(`${source}\n`)).toEqual(expected)
})

test('declared dependencies win, also none', () => {
  const source =
    '## Task 1: a\n## Task 2: b\n**Depends on:** None\n## Task 3: c\n- **Depends on:** Tasks 1 and 2\n' +
    '## Task 4: d\n**Dependencies:** numpy, requests\n## Task 5: e\n**Dependencies:** Task 1\n' +
    '## Task 6: f\nConsumes the helper of Task 2.\n## Task 7: g\n**Depends on:** Task 77\n## Task 8: h\n**Depends on:**\n- Task 2\n- 3\n'
  expect(phases(source).map((phase) => phase.dependsOn)).toEqual([
    [],
    [],
    ['1', '2'],
    ['3'],
    ['1'],
    ['5'],
    ['77'],
    ['2', '3'],
  ])
})

test('dependencies on the next lines count, and an empty field declares nothing', () => {
  const source =
    '## Task 1: a\n## Task 2: b\n## Task 3: c\n**Depends on:**\nTask 1\n## Task 4: d\n**Depends on:** Task 1 (a),\n' +
    'Task 2 (b)\n## Task 5: e\n**Depends on:**\n'
  const { plan, issues } = parser.parse(source)
  expect(plan?.phases.map((phase) => phase.dependsOn)).toEqual([[], ['1'], ['1'], ['1', '2'], ['4']])
  expect(issues).toMatchObject([{ severity: 'warning', code: 'CONTENT_SKIPPED', line: 10 }])
})

test('a task ends at the next task or at a heading of its level', () => {
  const source = '## Task 1: a\n- [ ] x\n### more\n- [ ] y\n### Task 2: b\n- [ ] z\n## Notes\n- [ ] no\n'
  expect(phases(source).map((phase) => phase.subtasks?.map((subtask) => subtask.title))).toEqual([
    ['x', 'y'],
    ['z'],
  ])
})

test('files, type, status, risk, estimate and priority', () => {
  const source = `### Task 1: Queue (test) ✅
### Task 2: Queue (test)

**Files:**
- Create: \`src/queue.ts\`
- Modify: \`src/index.ts:3-9\`

**Risk:** high · **Estimate:** 3 points · **Priority:** high

\`\`\`js file=src/queue.ts
x
\`\`\`
`
  expect(phases(source)).toMatchObject([
    { status: 'done' },
    {
      title: 'Queue',
      files: ['src/queue.ts', 'src/index.ts'],
      risk: 'high',
      estimate: 3,
      priority: 1,
      subtasks: [{ id: '2.1', type: 'test', steps: [{ id: '2.1.1', filePath: 'src/queue.ts' }] }],
    },
  ])
})

test.each([
  ['Parser ✅', 'Parser', 'done'],
  ['Parser ✅ (today)', 'Parser', 'done'],
  ['Parser ✅ 2026-01-05', 'Parser', 'done'],
  ['Parser ✅ — COMPLETE', 'Parser', 'done'],
  ['Parser 🚧 in progress', 'Parser', 'in_progress'],
  ['Show ✅ beside finished items', 'Show ✅ beside finished items', undefined],
  ['Show ✅ beside items 🚧', 'Show ✅ beside items', 'in_progress'],
  ['Print "✅"', 'Print "✅"', undefined],
])('the title %j is %j, and its status %j', (heading, title, status) => {
  expect(phases(`### Task 3: ${heading}\n`)).toMatchObject([{ title, ...(status && { status }) }])
  expect(phases(`### Task 3: ${heading}\n`)[0]?.status).toBe(status)
})

test('fault 3: headings that miss the form are an error, never an empty success', () => {
  const source = '# Task 1: a\n\n# Task 2: b\n'
  expect(parser.detect(source)).toBeGreaterThan(0)
  expect(parser.parse(source)).toMatchObject({
    issues: [
      { severity: 'error', code: 'NO_PHASES', line: 1, message: expect.stringContaining('Task 1: a') },
    ],
  })
  expect(parser.parse('text').issues).toMatchObject([{ code: 'NO_PHASES', line: 1 }])
})

test('fault 25: headings inside fences and comments are not tasks', () => {
  const source =
    '## Task 1: a\n````md\n```\n## Task 2: no\n```\n## Task 3: no\n````\n<!--\n## Task 4: no\n-->\n' +
    '- x\n\n  ~~~\n  ## Task 5: no\n  ~~~\n\n## Task 6: b\n'
  expect(ids(source)).toEqual(['1', '6'])
})

test('fault 1: CRLF, lone CR and a BOM give the same plan', () => {
  const source = '## Task 1: a\n\n```sh\nls\n```\n\n## Task 2: b\n'
  const plain = parser.parse(source)
  expect(parser.parse(`\ufeff${source.replaceAll('\n', '\r\n')}`)).toEqual(plain)
  expect(parser.parse(source.replaceAll('\n', '\r'))).toEqual(plain)
})

test('other documents are not claimed', () => {
  for (const source of [
    '## Phase 1: Setup\n\n- [ ] T001 [P] x\n- [ ] Task 1: y\n',
    '- [x] 1.1 y\n',
    '# Task 1: one title\n\ntext',
    '## Tasks\n\n## Task overview\n',
    '{"task": "### Task 1: x"}',
  ]) {
    expect(parser.detect(source)).toBe(0)
  }
})

test('fault 10: twenty thousand tasks', () => {
  expect(phases('## Task 1: a\n- [ ] b\n'.repeat(20_000))).toHaveLength(20_000)
})

test('any text: no throw, every place inside, the same twice', () => {
  const piece = fc.constantFrom(
    ...[
      '## Task 1: a\n',
      '### Task 2.1 — b\n',
      '# Task',
      ' 3',
      ':',
      '\n',
      '\r',
      '**Depends on:** ',
      'Task 1',
      '1–2',
      'all',
    ],
    ...[
      '```sh expect=fail\n',
      '```\n',
      '~~~',
      '- [x] c\n',
      '**Files:**\n',
      '- `a.ts`\n',
      '### x (test)\n',
      '> ',
      '\t',
      '(',
      '<!--',
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
        for (const { line, column } of read.issues)
          expect(line >= 1 && line <= lines && column >= 1).toBe(true)
        for (const phase of read.plan?.phases ?? []) {
          for (const { line = 0 } of [phase, ...(phase.subtasks ?? [])])
            expect(line >= 1 && line <= lines).toBe(true)
        }
        expect(read.plan !== undefined || read.issues.some((issue) => issue.severity === 'error')).toBe(true)
        parser.parse('other')
        expect(parser.parse(source)).toEqual(read)
      },
    ),
    { numRuns: 800 },
  )
})

const task = (body: string, files = '') => phases(`### Task 1: Queue\n\n${files}\n${body}`)[0]
const steps = (body: string, files = '') => task(body, files)?.subtasks?.map((subtask) => subtask.steps)
const create = '**Files:**\n- Create: `src/q.js`\n- Modify: `src/index.js:3-9`\n- Test: `test/q.test.js`\n'

test('checkboxes, bold steps and headings of steps are subtasks; a step that only commits is the engine’s', () => {
  const source = `### Task 1: a

**Files:**
- Modify: \`a.js\`

- [x] **Step 1: Write it** (impl)
- [ ] Look

**Acceptance criteria:**

- [ ] not work

## Task 2: b

**Step 1: One**

text

**Step 2: Commit**

\`\`\`bash
git add . && git commit -m x
\`\`\`

## Task 3: c

#### Step 1 - One

#### Step 2) Two

#### Definition of Done

- [ ] not work
`
  expect(
    phases(source).map((phase) =>
      phase.subtasks?.map(({ id, title, type, status }) => [id, title, type, status]),
    ),
  ).toEqual([
    [
      ['1.1', 'Write it', 'impl', 'done'],
      ['1.2', 'Look', undefined, undefined],
    ],
    [['2.1', 'One', undefined, undefined]],
    [
      ['3.1', 'One', undefined, undefined],
      ['3.2', 'Two', undefined, undefined],
    ],
  ])
  expect(phases(source)[0]?.files).toEqual(['a.js'])
  expect(task('- [ ] Commit and push\n')?.subtasks).toHaveLength(1)
  expect(task('- [ ] Commit\n\n```bash\ngit commit -m x; git push\n```\n')?.subtasks).toHaveLength(1)
})

test.each([
  ['FAIL', { expectExitCode: 'fail' }],
  ['FAIL with "queue is not defined"', { expectExitCode: 'fail' }],
  ['**FAILS** (module not found).', { expectExitCode: 'fail' }],
  ['PASS', { expectExitCode: 0 }],
  ['passes', { expectExitCode: 0 }],
  ['`3 (three) passed`', { expectExitCode: 0, expectedOutputPattern: '3 \\(three\\) passed' }],
  ['"ok".', { expectExitCode: 0, expectedOutputPattern: 'ok' }],
  ['12 tests passed', { expectExitCode: 0, expectedOutputPattern: '12 tests passed' }],
])('Run, and Expected: %s, is a command', (expected, step) => {
  const wanted = { action: 'command', command: 'npm test -- "a b"', id: '1.1.1', ...step }
  expect(
    steps(`- [ ] **Step 1: Run it**\n\nRun: \`npm test -- "a b"\`\nExpected: ${expected}\n`),
  ).toMatchObject([[wanted]])
  expect(
    steps(`**Step 1: Verify**\n\n\`\`\`bash\nnpm test -- "a b"\n\`\`\`\n\n**Expected:** ${expected}\n`),
  ).toMatchObject([[wanted]])
  expect(
    steps(
      `- [ ] Check it\n\n  **Run:**\n  \`\`\`bash\n  npm test -- "a b"\n  \`\`\`\n  Expected: ${expected}\n`,
    ),
  ).toMatchObject([[wanted]])
})

test.each([
  ['no output', 'what only a reader can tell'],
  ['PASS. Fix what is not', 'a second sentence'],
  ['shows the header', 'prose'],
  ['failure modes are listed', 'a word that is more than the outcome'],
  [`\`${'x'.repeat(100)}\``, 'a long text'],
])('Expected: %s is for an agent: %s', (expected) => {
  expect(steps(`- [ ] Run it\n\nRun: \`npm test\`\nExpected: ${expected}\n`)).toEqual([[]])
})

test.each([
  ['- [ ] Run it\n\nRun: `npm test`\n', 'nothing is expected'],
  ['- [ ] Run it\n\nRun: `npm test | head`\nExpected: PASS\n', 'only a shell understands it'],
  ['- [ ] Run it\n\nRun: `a` then `b`\nExpected: PASS\n', 'two commands'],
  ['- [ ] Run it\n\nRun: `a`\nRun: `b`\nExpected: PASS\n', 'one expectation for two'],
  ['- [ ] Fix it and run the tests\n\nRun: `npm test`\nExpected: PASS\n', 'other work'],
  ['- [ ] Run it\n\nFirst look around.\n\nRun: `npm test`\nExpected: PASS\n', 'other prose'],
  ['- [ ] Run it\n  - and more\n\nRun: `npm test`\nExpected: PASS\n', 'a list'],
  ['- [ ] Run it\n\n```bash\na\nb\n```\n\nExpected: PASS\n', 'several lines'],
])('%j is for an agent: %s', (body) => {
  expect(steps(body)).toEqual([[]])
})

test('one fence for the one file that the task creates is a code step; commands may follow', () => {
  const body = '- [ ] **Step 1: Implement the queue**\n\nCreate `src/q.js`:\n\n```js\nexport {}\n```\n'
  expect(steps(body, create)).toMatchObject([
    [{ id: '1.1.1', action: 'code', filePath: 'src/q.js', codeChange: 'export {}\n', line: 12 }],
  ])
  expect(task(body, create)?.files).toEqual(['src/q.js', 'src/index.js', 'test/q.test.js'])
  expect(steps(`${body}\nRun: \`node src/q.js\`\nExpected: PASS\n`, create)).toMatchObject([
    [
      { id: '1.1.1', action: 'code' },
      { id: '1.1.2', action: 'command' },
    ],
  ])
  const only = '**Files:**\n- Create: `src/q.js`\n'
  expect(steps('- [ ] Implement\n\n```js\nx\n```\n', only)).toMatchObject([[{ filePath: 'src/q.js' }]])
})

test.each([
  ['- [ ] Implement\n\n```js\nx\n```\n', 'no file is named'],
  ['- [ ] Implement\n\nIn `src/index.js`:\n\n```js\nx\n```\n', 'it is modified, not created'],
  ['- [ ] Implement\n\nCreate `test/q.test.js`:\n\n```js\nx\n```\n', 'it may exist'],
  ['- [ ] Implement\n\n`src/q.js` and `src/r.js`:\n\n```js\nx\n```\n', 'two files'],
  ['- [ ] Implement\n\nCreate `src/q.js`:\n\n```js\nx\n```\n\n```js\ny\n```\n', 'two fences'],
  ['- [ ] Add a line\n\nCreate `src/q.js`:\n\n```js\nx\n```\n', 'a part'],
  ['- [ ] Implement\n\nAdd to `src/q.js`:\n\n```js\nx\n```\n', 'a part'],
  ['- [ ] Implement\n\nCreate `src/q.js`:\n\n```js\n// ... existing code\nx\n```\n', 'elided'],
  ['- [ ] Implement\n\nCreate `src/q.js`:\n\n```diff\n+x\n```\n', 'a diff'],
  ['- [ ] Implement\n\nCreate `src/q.js` and think.\n\n```js\nx\n```\n', 'other prose'],
])('the fence of %j is for an agent: %s', (body) => {
  expect(steps(body, create)).toEqual([[]])
})

test('two fences that each are one file contradict each other', () => {
  const one = '- [ ] Write\n\nCreate `src/q.js`:\n\n```js\nx\n```\n\n'
  expect(steps(one + one, create)).toEqual([[], []])
})

test('fences that are steps by themselves stay steps, inside and outside of checkboxes', () => {
  expect(steps('- [ ] a\n\n```sh expect=fail\nnpm test\n```\n\n- [ ] b\n')).toMatchObject([
    [{ command: 'npm test', shell: true, expectExitCode: 'fail', id: '1.1.1' }],
    [],
  ])
  expect(steps('```sh\nnpm test\n```\n\n- [ ] b\n')).toMatchObject([[{ command: 'npm test' }], undefined])
})

test('a task whose checkboxes are all ticked is done, unless it says otherwise', () => {
  const status = (body: string) => task(body)?.status
  expect(status('- [x] a\n- [X] b\n')).toBe('done')
  expect(status('- [x] a\n- [ ] b\n')).toBeUndefined()
  expect(status('text\n')).toBeUndefined()
  expect(status('**Status:** in progress\n\n- [x] a\n')).toBe('in_progress')
  expect(status('- [ ] a\n\n### Acceptance criteria\n- [x] b\n')).toBeUndefined()
})

test('a task with open boxes below a sub-heading such as Notes API is not done', () => {
  const source = '- [x] a\n\n#### Notes API (impl)\n\n- [ ] b\n\n#### Verify button\n\n- [ ] c\n'
  expect(task(source)?.status).toBeUndefined()
  expect(task(source)?.subtasks?.map(({ title }) => title)).toEqual(['a', 'b', 'c'])
  expect(task('- [x] a\n\n#### Notes\n\n- [ ] b\n')?.status).toBe('done')
})

test('the type of a task applies to subtasks without a type, or to a new subtask', () => {
  expect(task('**Type:** test\n\n- [ ] a\n- [ ] b (impl)\n')?.subtasks).toMatchObject([
    { type: 'test' },
    { type: 'impl' },
  ])
  expect(task('**Type:** refactor\n\nDo it.\n')?.subtasks).toEqual([
    { id: '1.1', title: 'Queue', type: 'refactor', line: 1 },
  ])
})

test('what a task consumes and produces is text', () => {
  const source =
    '## Task 1: a\n**Produces:** `readQueue`\n## Task 2: b\n## Task 3: c\n\n**Interfaces:**\n- Consumes: the helper of Task 1\n'
  expect(phases(source)).toMatchObject([
    { body: '**Produces:** `readQueue`' },
    { dependsOn: ['1'] },
    { dependsOn: ['2'], body: expect.stringContaining('Consumes: the helper') },
  ])
})

test.each([
  ['# Task 1: a\r\n\r\n# Task 2: b\r\n', '## Task 1: a\r\n\r\n## Task 2: b\r\n'],
  ['##### task 1 - a\n', '## task 1 - a\n'],
  ['### Task2: a\n### Task 3: b\n', '### Task 2: a\n### Task 3: b\n'],
  ['### Task 1: a\n### Task3 c\n', '### Task 1: a\n### Task 3: c\n'],
  ['# Task 1: one title\n\n## Task 2: a\n', '# Task 1: one title\n\n## Task 2: a\n'],
  ['# Tasks\n\n### Task N: a\n\nTask2: b\n', '# Tasks\n\n### Task N: a\n\nTask2: b\n'],
  ['# Task 1: a\n## Steps\n- [ ] x\n', '# Task 1: a\n## Steps\n- [ ] x\n'],
  ['# Task1: a\n\nSteps\n---\n\n# Task 2: b\n', '# Task 1: a\n\nSteps\n---\n\n# Task 2: b\n'],
  ['# Task 1: a\n## Task list\n', '# Task 1: a\n## Task list\n'],
  ['# Task 1: a\n### Steps\n- [ ] x\n', '## Task 1: a\n### Steps\n- [ ] x\n'],
  ['# Task 1: a\n# Rest\n## Notes\n', '## Task 1: a\n# Rest\n## Notes\n'],
  ['```\n# Task 1: a\n```\n', '```\n# Task 1: a\n```\n'],
  ['Task 1: a\n======\n', 'Task 1: a\n======\n'],
])('misspelled task headings are fixed: %j', (source, fixed) => {
  expect(parser.fix?.(source)).toBe(fixed)
})

const cycle = (last: string) =>
  phases(
    '### Task 1: A\n\n**Files:**\n- Create: `a.test.js`\n\n- [ ] **Step 1: Create `a.test.js`**\n\n```js\nx\n```\n\n' +
      `- [ ] **Step 2: Run it**\n\nRun: \`node --test\`\nExpected: FAIL\n\n${last}`,
  )[0]!

test('commands of a task with work for an agent are acceptance checks of the whole task', () => {
  const task = cycle('- [ ] **Step 3: Implement it**\n\nRun: `node --test`\nExpected: all tests pass.\n')
  expect(task.subtasks?.map(({ steps }) => steps)).toEqual([[], [], []])
  expect(task.acceptance).toEqual([
    { command: 'node --test', expectExitCode: 'fail', line: 14 },
    { command: 'node --test', expectExitCode: 0, line: 19 },
  ])
  expect(task.files).toEqual(['a.test.js'])
})

test('a task that the engine can execute alone keeps its steps, and has no other checks', () => {
  const task = cycle('')
  expect(task.subtasks?.map(({ steps }) => steps?.length)).toEqual([1, 1])
  expect(task).not.toHaveProperty('acceptance')
  const ticked = cycle('- [x] **Step 3: Implement it**\n\nRun: `npm run lint`\nExpected: PASS\n')
  expect(ticked.subtasks?.map(({ steps }) => steps?.length)).toEqual([1, 1, 0])
  expect(ticked).not.toHaveProperty('acceptance')
})

test('steps that the author wrote as such stay with the engine', () => {
  const task = cycle('- [ ] **Step 3: Build it**\n\n```sh\nmake\n```\n\n- [ ] **Step 4: Document it**\n')
  expect(task.subtasks?.map(({ steps }) => steps?.length)).toEqual([0, 0, 1, 0])
  expect(task.acceptance).toMatchObject([{ command: 'node --test', expectExitCode: 'fail' }])
})

test('a command in a quote is not executed', () => {
  const task = (mark: string) =>
    `### Task 1: a\n\n- [ ] **Step 1: Run the test**\n\n  ${mark}Run: \`npm test\`\n  ${mark}Expected: FAIL\n`
  const steps = (mark: string) => taskHeading().parse(task(mark)).plan?.phases[0]?.subtasks?.[0]?.steps
  expect(steps('')).toHaveLength(1)
  expect(steps('> ')).toEqual([])
})
