import { type CheckPlanOptions, checkPlan } from '@amelia/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SubtaskListOptions, subtaskList } from './subtask-list.ts'
import { veryMany } from '../../../../test/fixtures/very-many.ts'

const parser = subtaskList()
const read = (source: string, options?: SubtaskListOptions) => subtaskList(options).parse(source)
const phases = (source: string, options?: SubtaskListOptions) => read(source, options).plan?.phases ?? []
const subtasks = (source: string) => phases(source).flatMap((phase) => phase.subtasks ?? [])
const groups = (source: string, options?: SubtaskListOptions) =>
  phases(source, options).map((phase) => phase.subtasks?.map((subtask) => subtask.id).join(' '))
const check = (source: string, options: Partial<CheckPlanOptions> = {}) =>
  checkPlan(source, { parsers: [parser], ...options })

const nine = [
  '1a. "Write User model tests"       → type: test → depends: []      → phase 1',
  '1b. "Write Post model tests"       → type: test → depends: []      → phase 1',
  '2a. "Implement User model"         → type: impl → depends: [1a]    → phase 2',
  '2b. "Implement Post model"         → type: impl → depends: [1b]    → phase 2',
  '3a. "Write API endpoint tests"     → type: test → depends: [2a,2b] → phase 3',
  '3b. "Write CLI command tests"      → type: test → depends: [2a,2b] → phase 3',
  '4a. "Implement API endpoints"      → type: impl → depends: [3a]    → phase 4',
  '4b. "Implement CLI commands"       → type: impl → depends: [3b]    → phase 4',
  '5.  "Write integration tests"      → type: test → depends: [4a,4b] → phase 5',
]
const blog = `# Blog\n\n**Goal:** A blog with two doors.\n\n\`\`\`\nSubtasks:\n  ${nine.join('\n  ')}\n\`\`\`\n`

// seed: phased-execution-draft 11, phased-execution 32, phased-execution 33, phased-execution 34
// seed: phased-execution 35
test('a list in a fence becomes layers', () => {
  const { plan, issues } = read(blog)
  expect(issues).toEqual([])
  expect(plan).toMatchObject({ title: 'Blog', goal: 'A blog with two doors.' })
  expect(plan?.phases.map(({ id, title, dependsOn, line }) => [id, title, dependsOn, line])).toEqual([
    ['1', 'Write User model tests; Write Post model tests', [], 7],
    ['2', 'Implement User model; Implement Post model', ['1'], 9],
    ['3', 'Write API endpoint tests; Write CLI command tests', ['2'], 11],
    ['4', 'Implement API endpoints; Implement CLI commands', ['3'], 13],
    ['5', 'Write integration tests', ['4'], 15],
  ])
  expect(plan?.phases[2]?.subtasks).toMatchObject([
    { id: '3a', title: 'Write API endpoint tests', type: 'test', dependsOn: ['2a', '2b'], line: 11 },
    { id: '3b', dependsOn: ['2a', '2b'], line: 12 },
  ])
  expect(check(blog)).toMatchObject({ ok: true, format: 'subtask-list', issues: [] })
})

// seed: phased-execution 36
test('a list becomes chains', () => {
  expect(groups(blog, { grouping: 'chains' })).toEqual(['1a 2a', '1b 2b', '3a 4a', '3b 4b', '5'])
  expect(phases(blog, { grouping: 'chains' }).map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
    ['1a', []],
    ['1b', []],
    ['3a', ['1a', '1b']],
    ['3b', ['1a', '1b']],
    ['5', ['3a', '3b']],
  ])
  const order = '1. "a" -> depends: [3]\n2. "b" -> depends: [1]\n3. "c" -> depends: []\n'
  expect(groups(order, { grouping: 'chains' })).toEqual(['3 1 2'])
  expect(groups(order)).toEqual(['3', '1', '2'])
})

// seed: phased-execution 34
test.each([
  '1a. "Write it" -> type: test -> depends: []',
  '1a. "Write it" → type: test → depends: [] → phase 1',
  '1A: Write it => type: tests => depends on: none',
  '1a) “Write it” -> depends_on: [] -> type: Test',
  '1a "Write it" -> type: test',
  '**1a.** Write it -> dependencies: [] -> type: test -> files: []',
  '- 1a. "Write it" -> type: test',
  '- [ ] 1a. "Write it" -> type: test',
  '### 1a. "Write it" -> type: test',
  '    1a. "Write it" -> type: test',
])('%j is a subtask', (line) => {
  for (const source of [line, `# Plan\n\nText:\n${line}\n`, `\`\`\`text\n${line}\n\n\`\`\`\n`]) {
    expect(subtasks(source)).toMatchObject([{ id: '1a', title: 'Write it', type: 'test', dependsOn: [] }])
  }
})

test('an arrow in a title is part of it', () => {
  expect(subtasks('1a. "Map a -> b" -> type: impl\n1b. Map c -> d → type: impl\n')).toMatchObject([
    { title: 'Map a -> b' },
    { title: 'Map c -> d' },
  ])
})

test('files, status and checkboxes', () => {
  const source =
    '- [x] 1a. "a" -> type: test -> files: [src/a.test.ts, src/b.ts:3-9]\n1b. "b" -> depends: [1a] -> status: in progress\n'
  expect(phases(source)).toMatchObject([
    {
      status: 'done',
      files: ['src/a.test.ts', 'src/b.ts'],
      subtasks: [{ status: 'done', files: ['src/a.test.ts', 'src/b.ts'] }],
    },
    { subtasks: [{ status: 'in_progress' }] },
  ])
  expect(phases(source)[1]).not.toHaveProperty('status')
})

test('references in their many forms', () => {
  const list = ['1', '2', '3'].map((id) => `${id}. "x" -> depends: []`).join('\n')
  const of = (depends: string) => subtasks(`${list}\n9. "y" -> depends: ${depends}\n`).at(-1)?.dependsOn
  expect(of('[1, 2]')).toEqual(['1', '2'])
  expect(of('["1", "3"]')).toEqual(['1', '3'])
  expect(of('1 and 2')).toEqual(['1', '2'])
  expect(of('[1-3]')).toEqual(['1', '2', '3'])
  expect(of('all')).toEqual(['1', '2', '3'])
  expect(of('None')).toEqual([])
})

// seed: phased-execution 32
test('headings with fields', () => {
  const source = `# Queue

### 1a. Write the queue's tests
- **Type:** test
- **Depends on:** None
- **Files:** \`src/queue.test.ts\`

\`\`\`js file=src/queue.test.ts
test
\`\`\`

### Subtask 1b: Write the queue (impl)
**Depends:** [1a]

It is a ring.

## Notes
- 2c. No subtask
`
  expect(parser.detect(source)).toBeGreaterThan(0)
  expect(phases(source)).toMatchObject([
    {
      id: '1',
      files: ['src/queue.test.ts'],
      subtasks: [
        {
          id: '1a',
          title: "Write the queue's tests",
          type: 'test',
          steps: [{ action: 'code', filePath: 'src/queue.test.ts' }],
          line: 3,
        },
      ],
    },
    {
      id: '2',
      dependsOn: ['1'],
      subtasks: [
        {
          id: '1b',
          title: 'Write the queue',
          type: 'impl',
          dependsOn: ['1a'],
          body: '**Depends:** [1a]\n\nIt is a ring.',
        },
      ],
    },
  ])
  expect(phases(source)).toHaveLength(2)
})

test('list items with fields', () => {
  const source =
    '- **1a. Write tests**\n  - type: test\n  - depends: []\n- 1b: Write code\n  type: impl\n  depends: [1a]\n  files: [a/b.ts]\n- [x] 1c - Tidy\n  - type: refactor\n  - depends on: 1b\n- 7 eggs\n'
  expect(subtasks(source)).toMatchObject([
    { id: '1a', title: 'Write tests', type: 'test' },
    { id: '1b', title: 'Write code', type: 'impl', dependsOn: ['1a'], files: ['a/b.ts'] },
    { id: '1c', title: 'Tidy', type: 'refactor', dependsOn: ['1b'], status: 'done' },
  ])
})

test('a heading says more about a line of the list', () => {
  const source =
    '1a. "Tests" -> depends: []\n1b. "Code" -> type: impl -> depends: [1a]\n\n## 1a: All the tests\n\nCover the empty queue.\n\n**Type:** test\n\n## Else\n'
  expect(subtasks(source)).toMatchObject([
    { id: '1a', title: 'Tests', type: 'test', body: 'Cover the empty queue.\n\n**Type:** test' },
    { id: '1b', body: '' },
  ])
})

test('many titles are summed up', () => {
  const list = [1, 2, 3, 4, 5].map((id) => `${id}. "t${id}" -> depends: []\n`).join('')
  expect(phases(list)[0]?.title).toBe('t1; t2; and 3 more')
})

test('claims and words that are not known are warnings', () => {
  const source =
    '1. "a" -> type: docs -> depends: [] -> phase 1\n2. "b" -> type: impl -> depends: [1] -> status: odd -> phase 1\n' +
    'A line "x" -> type: test\n'
  expect(read(source).issues.map(({ severity, code, line }) => [severity, code, line])).toEqual([
    ['warning', 'KEY_UNKNOWN', 1],
    ['warning', 'STATUS_UNKNOWN', 2],
    ['warning', 'CONTENT_SKIPPED', 3],
    ['warning', 'PARALLEL_CONTRADICTS_DEPENDENCY', 2],
  ])
  expect(phases(source).map((phase) => phase.id)).toEqual(['1', '2'])
})

test('fault 3: a list that is an example, and no list, are errors', () => {
  const example = '```\n1a. "x" -> type: test -> depends: []\nand so on\n```\n'
  expect(parser.detect(example)).toBe(0)
  expect(read(example).issues).toMatchObject([{ code: 'NO_PHASES', line: 3, column: 1 }])
  expect(read('text').issues).toMatchObject([{ severity: 'error', code: 'NO_PHASES', line: 1 }])
  expect(read('').issues).toMatchObject([{ code: 'NO_PHASES' }])
})

test('faults 4 to 7: ids and dependencies are reported with their lines', () => {
  const codes = (source: string, options?: SubtaskListOptions) =>
    check(source, { parsers: [subtaskList(options)] }).issues.map(({ code, line }) => [code, line])
  expect(codes('1a. "x" -> depends: []\n1A. "y" -> depends: []\n')).toEqual([['ID_DUPLICATE', 2]])
  expect(codes('1a. "x" -> depends: [1a]\n')).toEqual([['DEPENDENCY_SELF', 1]])
  expect(check('1a. "x" -> depends: []\n1b. "y" -> depends: [1aa]\n').issues).toMatchObject([
    { code: 'DEPENDENCY_UNKNOWN', line: 2, message: expect.stringContaining('Did you mean "1a"?') },
  ])
  const ring = '1. "x" -> depends: [2]\n2. "y" -> depends: [1]\n3. "z" -> depends: []\n'
  expect(codes(ring)).toEqual([['SUBTASK_CYCLE', 1]])
  expect(codes(ring, { grouping: 'chains' })).toEqual([['SUBTASK_CYCLE', 1]])
  const crossed = '1. "x" -> depends: [2, 3]\n2. "y" -> depends: [1, 3]\n3. "z" -> depends: []\n'
  expect(codes(crossed, { grouping: 'chains' })).toEqual([['PHASE_CYCLE', 1]])
})

test('fault 8: ids with letters of two scripts are refused', () => {
  expect(check('1a. "x" -> depends: []\n1\u0430b. "y" -> depends: []\n').issues).toMatchObject([
    { code: 'ID_INVALID', line: 2, message: expect.stringContaining('U+0430') },
  ])
})

test('fault 13: names of object properties are ids like any other', () => {
  const source = '__proto__1: "x" -> depends: []\nconstructor: "y" -> depends: [__proto__1]\n'
  expect(groups(source)).toEqual(['__proto__1', 'constructor'])
})

test('fault 14: paths that leave the repository are refused', () => {
  expect(check('1a. "x" -> depends: [] -> files: [../a.ts]\n').issues).toMatchObject([
    { code: 'PATH_UNSAFE', line: 1 },
    { code: 'PATH_UNSAFE', line: 1 },
  ])
})

test('fault 25: other fences, comments and front matter contain no subtasks', () => {
  const line = '1a. "x" -> type: test -> depends: []'
  const source = `---\nlist: |\n  ${line}\n---\n\n\`\`\`sh\necho\n${line}\n\`\`\`\n\n<!--\n${line}\n-->\n\n2a. "y" -> depends: []\n`
  expect(groups(source)).toEqual(['2a'])
})

test('fault 1: CRLF, lone CR and a BOM give the same plan', () => {
  const plain = read(blog)
  expect(read(`\ufeff${blog.replaceAll('\n', '\r\n')}`)).toEqual(plain)
  expect(read(blog.replaceAll('\n', '\r'))).toEqual(plain)
})

test('other documents are not claimed', () => {
  for (const source of [
    '## Task 1: a\n\n**Depends on:** None\n\n## Task 2: b\n\n**Type:** test\n',
    '| Phase | Depends On |\n|---|---|\n| 1 | - |\n',
    '## Phase 1: Setup\n\n- [ ] T001 [P] x\n- [ ] 1.1 y\n',
    '- **Type:** test\n- **Depends on:** 1\n',
    '{"tasks": [{"id": 1, "title": "1a. x -> type: test"}]}',
    'goal: x\nbatches:\n  - steps: []\n',
    'Call `f(x) -> type` and go.\n',
  ]) {
    expect(parser.detect(source)).toBe(0)
  }
})

test('fault 10: very many subtasks', () => {
  const list = Array.from(
    { length: veryMany },
    (_, index) => `${index}a. "x" -> depends: [${index > 0 ? `${index - 1}a` : ''}]`,
  )
  expect(phases(list.slice(0, veryMany / 5).join('\n'))).toHaveLength(veryMany / 5)
  expect(phases(list.join('\n'), { grouping: 'chains' })).toHaveLength(1)
})

test.each(['1a. "x" ->', '```\n1a. "x" -> type: test\n', '- 1a. x\n', '> ', '[', '→ type: ', '**'])(
  'faults 11 and 12: much of %j is read in time',
  (piece) => {
    for (const source of [piece.repeat(30_000), `1a. "x" -> type: ${piece.repeat(30_000)}`]) {
      expect(parser.detect(source)).toBeGreaterThanOrEqual(0)
      expect(Array.isArray(read(source).issues)).toBe(true)
    }
  },
)

test('fault 11: any text gives an answer, with every place inside, and twice the same', () => {
  const pieces = [
    blog,
    ...nine,
    '\n',
    '\r\n',
    '```',
    '- ',
    '### 1a. x',
    '**Type:** test',
    ' -> ',
    'depends: [',
    ']',
    '“',
    '\ufeff',
    '🚀',
  ]
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((list) => list.join('')),
    fc
      .tuple(fc.nat(blog.length), fc.nat(30), fc.string())
      .map(([at, length, insert]) => blog.slice(0, at) + insert + blog.slice(at + length)),
  )
  fc.assert(
    fc.property(text, fc.constantFrom('layers', 'chains'), (source, grouping) => {
      const options = { grouping } as const
      const { plan, issues, ...rest } = read(source, options)
      const lines = source.replaceAll('\r\n', '\n').split(/[\n\r]/)
      expect(subtaskList(options).detect(source)).toBeLessThanOrEqual(1)
      for (const { line, column } of issues) {
        expect(line).toBeLessThanOrEqual(lines.length)
        expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1)
        expect(Math.min(line, column)).toBeGreaterThanOrEqual(1)
      }
      for (const phase of plan?.phases ?? []) expect(phase.line).toBeLessThanOrEqual(lines.length)
      if (!plan) expect(issues.some((issue) => issue.severity === 'error')).toBe(true)
      read('another text')
      expect(read(source, options)).toEqual({ ...(plan && { plan }), issues, ...rest })
    }),
    { numRuns: 300 },
  )
})

test('each subtask is in one phase, and no phase comes before its dependencies', () => {
  const graph = fc.array(fc.array(fc.nat(30), { maxLength: 4 }), { maxLength: 30 })
  fc.assert(
    fc.property(graph, fc.constantFrom('layers', 'chains'), (edges, grouping) => {
      const list = edges.map(
        (targets, index) =>
          `s${index}. "x" -> depends: [${targets
            .filter((to) => to < index)
            .map((to) => `s${to}`)
            .join(', ')}]`,
      )
      if (list.length === 0) return
      const found = phases(list.join('\n'), { grouping })
      expect(found.flatMap((phase) => phase.subtasks?.map((subtask) => subtask.id))).toHaveLength(list.length)
      expect(check(list.join('\n'), { parsers: [subtaskList({ grouping })] }).ok).toBe(true)
    }),
  )
})

test('a phase is accepted by the commands in the sections of its subtasks', () => {
  const source =
    '1a. "A" -> type: impl -> depends: []\n1b. "B" -> type: impl -> depends: []\n\n### 1b. B\n\nRun: `npm test`\nExpected: PASS\n'
  expect(phases(source).map(({ acceptance }) => acceptance)).toEqual([
    [{ command: 'npm test', expectExitCode: 0, line: 2 }],
  ])
})

test('all headings of a numbered series are subtasks if one declares dependencies', () => {
  const source =
    '# Plan\n\n## 1. Base\n\nText.\n\n## 2. Parser\n\n**Depends on:** 1\n\n## 3. Command\n\nText.\n\n## 4. Risks\n\nText.\n\n## 5. Docs\n\n**Depends on:** 1\n\n## 6. Verification\n\nText.\n'
  expect(parser.detect(source)).toBeGreaterThan(0)
  expect(subtasks(source).map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
    ['1', []],
    ['2', ['1']],
    ['5', ['1']],
    ['3', ['2']],
    ['6', ['5']],
  ])
})

test('a deeper section whose id continues that of a section is a part of it', () => {
  const source = (field: string) =>
    `#### T1.1: A\n\n**Dependencies:** None\n\n##### T1.1.1: B\n\n${field}Inner.\n\n#### T1.2: C\n\n**Dependencies:** T1.1\n`
  expect(subtasks(source('')).map(({ id, body }) => [id, body?.includes('Inner.')])).toEqual([
    ['t1.1', true],
    ['t1.2', false],
  ])
  expect(subtasks(source('**Dependencies:** T1.1\n\n')).map(({ id }) => id)).toEqual([
    't1.1',
    't1.1.1',
    't1.2',
  ])
})

test('prose after Prerequisites makes no subtask', () => {
  const source =
    '## 1. State\n\nText.\n\n## 2. Smoke test\n\n**Prerequisites:** Backend running, a valid key\n'
  expect(parser.detect(source)).toBe(0)
})

test('an unknown key after an arrow is a warning, and not part of the title', () => {
  const text =
    '1. "a" -> type: test -> depends: []\n2. "b" -> typ: impl -> depends: [1]\n3. C -> D: x -> type: impl -> depends: []\n'
  const { plan, issues } = subtaskList().parse(text)
  const titles = plan?.phases.flatMap(({ subtasks = [] }) => subtasks.map(({ title }) => title))
  expect(titles?.sort()).toEqual(['C -> D: x', 'a', 'b'])
  expect(issues).toMatchObject([
    { code: 'KEY_UNKNOWN', line: 2, message: expect.stringContaining('Did you mean "type"?') },
  ])
})

test('a heading may end with its status, and a label in bold introduces criteria', () => {
  const text =
    '## B-1: Model (3 SP) [Done]\n\n**Acceptance Criteria**\n- [x] a\n\n## B-2: Rest [In Progress]\n\nBlocked by: B-1\n\n**Acceptance Criteria**\n\n- [ ] b\n'
  const { plan, reading } = subtaskList().parse(text)
  expect(plan?.phases.flatMap(({ subtasks = [] }) => subtasks)).toMatchObject([
    { title: 'Model (3 SP)', status: 'done' },
    { title: 'Rest', status: 'in_progress' },
  ])
  expect(reading).toMatchObject({ boxes: 0, criteria: 2 })
})

test('a heading whose boxes are all ticked is done, unless it states another status', () => {
  const item = (id: string, box: string, title = 'a') =>
    `#### T${id}: ${title}\n- **Dependencies:** None\n- **Tasks:**\n  - [x] one\n  - ${box} two\n\n`
  const text = `# P\n\n${item('1.1', '[x]')}${item('1.2', '[ ]')}${item('1.3', '[x]', 'a (in progress)')}`
  const { plan } = subtaskList().parse(text)
  expect(plan?.phases.flatMap(({ subtasks = [] }) => subtasks.map(({ status }) => status))).toEqual([
    'done',
    undefined,
    'in_progress',
  ])
})
