import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taskHeading } from './task-heading.ts'

const parser = taskHeading()
const phases = (source: string) => parser.parse(source).plan?.phases ?? []
const ids = (source: string) => phases(source).map((phase) => phase.id)

test('headings of three levels are phases that depend on the one before', () => {
  const source =
    '# Plan\n\n**Goal:** Do `it`.\n\n## Task 1: One\n\n### Task 1.2 — **Two**\n\n## Phase 2\n\n#### Task 2a - Three\n'
  const { plan, issues } = parser.parse(source)
  expect(issues).toEqual([])
  expect(plan).toMatchObject({ title: 'Plan', goal: 'Do it.' })
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

test('a task ends at the next task or at a heading of its level', () => {
  const source = '## Task 1: a\n- [ ] x\n### more\n- [ ] y\n### Task 2: b\n- [ ] z\n## Notes\n- [ ] no\n'
  expect(phases(source).map((phase) => phase.subtasks?.map((subtask) => subtask.title))).toEqual([
    ['x', 'y'],
    ['z'],
  ])
})

test('files, type, status, risk and estimate', () => {
  const source = `### Task 1: Queue (test) ✅
### Task 2: Queue (test)

**Files:**
- Create: \`src/queue.ts\`
- Modify: \`src/index.ts:3-9\`

**Risk:** high · **Estimate:** 3 points

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
      subtasks: [{ id: '2.1', type: 'test', steps: [{ id: '2.1.1', filePath: 'src/queue.ts' }] }],
    },
  ])
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

test('fault 25: headings inside fences and comments are no tasks', () => {
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
    { numRuns: 2000 },
  )
})
