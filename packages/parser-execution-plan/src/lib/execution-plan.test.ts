import fc from 'fast-check'
import { expect, test } from 'vitest'
import { definePlan } from '@amelia/core'
import { executionPlan } from './execution-plan.ts'

const parser = executionPlan()
const issues = (source: string) =>
  parser
    .parse(source)
    .issues.map(({ severity, code, line, column }) => `${severity} ${code} ${line}:${column}`)

const yaml = `# Plan
goal: Add a queue
tdd_approach: false
total_estimated_minutes: 11
batches:
  - batch_number: 1
    description: Tests and code
    risk_summary: low
    steps:
      - id: t1
        description: Write the test
        action_type: code
        file_path: test/queue.test.js
        code_change: |
          test('x')
        is_test_step: true
        validates_step: "1.10"
      - id: 1.10
        action_type: code
        file_path: src/queue.js
        code_change: x
        replace: true
        risk_level: high
        estimated_minutes: 5
        requires_human_judgment: true
        depends_on: [t1]
  - batch_number: 2
    risk_summary: medium
    steps:
      - id: run
        action_type: command
        command: npm test
        cwd: pkg
        fallback_commands: [yarn test, pnpm test]
        expect_exit_code: 3
        expected_output_pattern: pass
        shell: true
        depends_on: ["1.10"]
      - id: look
        action_type: validation
        validation_command: npm run lint
        success_criteria: no warnings
    priority: -1
    empty_ok: true
    agent: codex
    model: gpt-5.5
    queue: gpu
`

// seed: intelligent-execution 1, intelligent-execution 2, intelligent-execution 3, intelligent-execution 4
// seed: intelligent-execution 5, intelligent-execution 6, intelligent-execution 7, intelligent-execution 8
// seed: intelligent-execution 9, intelligent-execution 10, intelligent-execution 11, intelligent-execution 12
// seed: intelligent-execution 13, intelligent-execution 14, intelligent-execution 15
// seed: intelligent-execution 16, intelligent-execution 17, intelligent-execution 18
// seed: intelligent-execution 20, intelligent-execution 23, intelligent-execution 24
test('batches are phases in a row, steps are subtasks of one step', () => {
  const { plan, issues: found } = parser.parse(yaml)
  expect(found).toEqual([])
  expect(plan).toMatchObject({ goal: 'Add a queue', title: 'Add a queue', tddApproach: false })
  expect(plan?.phases).toMatchObject([
    {
      id: '1',
      title: 'Tests and code',
      dependsOn: [],
      files: ['test/queue.test.js', 'src/queue.js'],
      estimate: 7,
      risk: 'high',
      line: 6,
    },
    {
      id: '2',
      title: 'Batch 2',
      dependsOn: ['1'],
      files: [],
      priority: -1,
      emptyOk: true,
      agent: 'codex',
      model: 'gpt-5.5',
      queue: 'gpu',
      estimate: 4,
      risk: 'medium',
      line: 27,
    },
  ])
  expect(plan?.phases.flatMap((phase) => phase.subtasks)).toEqual([
    {
      id: 't1',
      title: 'Write the test',
      type: 'test',
      dependsOn: [],
      files: ['test/queue.test.js'],
      line: 10,
      steps: [
        {
          id: 't1',
          description: 'Write the test',
          action: 'code',
          filePath: 'test/queue.test.js',
          codeChange: "test('x')\n",
          fallbackCommands: [],
          dependsOn: [],
          isTestStep: true,
          validatesStep: '1.10',
          line: 10,
        },
      ],
    },
    {
      id: '1.10',
      title: 'Step 1.10',
      type: 'impl',
      dependsOn: ['t1'],
      files: ['src/queue.js'],
      line: 18,
      steps: [
        {
          id: '1.10',
          action: 'code',
          filePath: 'src/queue.js',
          codeChange: 'x',
          replace: true,
          risk: 'high',
          estimatedMinutes: 5,
          requiresHumanJudgment: true,
          fallbackCommands: [],
          dependsOn: ['t1'],
          line: 18,
        },
      ],
    },
    {
      id: 'run',
      title: 'Step run',
      dependsOn: [],
      files: [],
      line: 30,
      steps: [
        {
          id: 'run',
          action: 'command',
          command: 'npm test',
          shell: true,
          cwd: 'pkg',
          fallbackCommands: ['yarn test', 'pnpm test'],
          expectExitCode: 3,
          expectedOutputPattern: 'pass',
          dependsOn: ['1.10'],
          line: 30,
        },
      ],
    },
    {
      id: 'look',
      title: 'Step look',
      dependsOn: [],
      files: [],
      line: 39,
      steps: [
        {
          id: 'look',
          action: 'validation',
          validationCommand: 'npm run lint',
          successCriteria: 'no warnings',
          fallbackCommands: [],
          dependsOn: [],
          line: 39,
        },
      ],
    },
  ])
})

// seed: intelligent-execution 3, intelligent-execution 25
test('JSON gives the same plan, with its own lines', () => {
  const json = JSON.stringify(
    {
      goal: 'g',
      batches: [{ batch_number: 1, risk_summary: 'low', steps: [{ id: 'a', action_type: 'manual' }] }],
    },
    null,
    2,
  )
  expect(parser.detect(json)).toBeGreaterThan(0.9)
  expect(parser.parse(json)).toMatchObject({
    plan: { goal: 'g', phases: [{ id: '1', line: 4, subtasks: [{ id: 'a', line: 8 }] }] },
    issues: [],
  })
  expect(parser.parse(json.replaceAll('  ', '\t')).issues).toEqual([])
})

const step = '        action_type: manual\n'
const one = (more = '', root = '', batch = '') =>
  `goal: g\n${root}batches:\n  - batch_number: 1\n${batch}    steps:\n      - id: a\n${step}${more}`

// seed: intelligent-execution 27
test('unknown keys are warnings with the nearest name', () => {
  const read = parser.parse(one('        file_pth: x\n', 'gaol: h\n', '    zebra: 1\n'))
  expect(read.plan).toBeDefined()
  expect(read.issues).toMatchObject([
    {
      severity: 'warning',
      code: 'KEY_UNKNOWN',
      line: 2,
      column: 1,
      message: expect.stringContaining('"goal"'),
    },
    {
      severity: 'warning',
      code: 'KEY_UNKNOWN',
      line: 5,
      column: 5,
      message: expect.not.stringContaining('Did you'),
    },
    {
      severity: 'warning',
      code: 'KEY_UNKNOWN',
      line: 9,
      column: 9,
      message: expect.stringContaining('"file_path"'),
    },
  ])
})

// seed: intelligent-execution 26
test.each([
  ['        risk_level: huge\n', '7:21'],
  ['        estimated_minutes: -1\n', '7:28'],
  ['        estimated_minutes: soon\n', '7:28'],
  ['        expect_exit_code: 1.5\n', '7:27'],
  ['        replace: "yes"\n', '7:18'],
  ['        depends_on: b\n', '7:21'],
  ['        depends_on: [{}]\n', '7:22'],
  ['        command: [a]\n', '7:18'],
])('%j is PLAN_SCHEMA at %s', (more, place) => {
  expect(issues(one(more))).toEqual([`error PLAN_SCHEMA ${place}`])
})

test('what must be there is asked for', () => {
  expect(issues('goal: g\nbatches:\n  - steps:\n      - description: x\n')).toEqual([
    'error PLAN_SCHEMA 4:9',
    'error PLAN_SCHEMA 4:9',
  ])
  expect(issues('goal: g\nbatches:\n  - batch_number: 1\n')).toEqual(['error STEP_INVALID 3:5'])
  expect(issues(`batches:\n  - steps:\n      - id: a\n${step}`)).toEqual(['error PLAN_SCHEMA 1:1'])
  expect(issues('goal: g\nbatches:\n  - x\n')).toEqual(['error PLAN_SCHEMA 3:5', 'error NO_PHASES 2:1'])
  expect(issues('- a\n')).toEqual(['error PLAN_SCHEMA 1:1'])
})

test('fault 3: a plan without batches is an error', () => {
  for (const source of [
    'goal: g\nbatches: []\n',
    'goal: g\nbatches:\n',
    'goal: g\n',
    '{"goal": "g", "batches": []}',
  ]) {
    expect(issues(source).some((issue) => issue.startsWith('error NO_PHASES'))).toBe(true)
  }
  expect(parser.detect('goal: g\nbatchs:\n  - steps: []\n')).toBeGreaterThan(0)
})

test('expect_exit_code: fail', () => {
  expect(
    parser.parse(one('        expect_exit_code: fail\n')).plan?.phases[0]?.subtasks?.[0]?.steps,
  ).toMatchObject([{ expectExitCode: 'fail' }])
})

// seed: intelligent-execution 28
test('a step cannot wait for a later one', () => {
  expect(issues(one(`        depends_on: [b]\n      - id: b\n${step}`))).toEqual(['error STEP_INVALID 5:1'])
})

test.each([
  ['goal: "g\nbatches: []\n', 'PLAN_SYNTAX'],
  ['goal: g\nbatches: [\n', 'PLAN_SYNTAX'],
  ['goal: g\ngoal: h\nbatches: []\n', 'PLAN_SYNTAX'],
  ['goal: &a g\nbatches: [*a]\n', 'PLAN_SYNTAX'],
  ['{"goal": "g", "batches": [}', 'PLAN_SYNTAX'],
  ['{"goal": "g" "batches": []}', 'PLAN_SYNTAX'],
  ['{"goal": "g\n", "batches": []}', 'PLAN_SYNTAX'],
  ['{"goal": "\\x", "batches": []}', 'PLAN_SYNTAX'],
  ['{"goal": nope, "batches": []}', 'PLAN_SYNTAX'],
  ['{"goal": "g", "goal": "h", "batches": [{}]}', 'PLAN_SYNTAX'],
  ['{"goal": "g", "batches": []} x', 'PLAN_SYNTAX'],
  ['{"goal": "g', 'PLAN_SYNTAX'],
  ['{', 'PLAN_SYNTAX'],
  ['{a: 1}', 'PLAN_SYNTAX'],
])('%j is %s with its place', (source, code) => {
  const [issue] = parser.parse(source).issues
  expect(issue).toMatchObject({ severity: 'error', code })
  expect(issue?.line).toBeLessThanOrEqual(source.split('\n').length)
})

// seed: intelligent-execution 26
test('syntax errors name the line', () => {
  expect(issues('goal: g\nbatches:\n  - steps: [a\n  - b: c\n')[0]).toMatch(/^error PLAN_SYNTAX [345]:/)
  expect(issues('{\n  "goal": "g",\n  "batches": [1 2]\n}')).toEqual(['error PLAN_SYNTAX 3:17'])
})

test('fault 12: deep nesting is refused, in both', () => {
  expect(issues(`{"goal":${'['.repeat(10_000)}`)).toEqual([expect.stringContaining('PLAN_SYNTAX 1:')])
  expect(issues(`goal: ${'['.repeat(10_000)}`).every((issue) => issue.startsWith('error PLAN_SYNTAX'))).toBe(
    true,
  )
  expect(issues(`goal: g\nbatches:\n  ${'- '.repeat(10_000)}a\n`)).toContainEqual(
    expect.stringContaining('PLAN_SYNTAX'),
  )
})

test('fault 13: names of object members are keys and ids like others', () => {
  expect(issues(one('        __proto__: 1\n        constructor: 2\n'))).toEqual([
    'warning KEY_UNKNOWN 7:9',
    'warning KEY_UNKNOWN 8:9',
  ])
  const json = `{"goal":"g","batches":[{"steps":[{"id":"__proto__","action_type":"manual","__proto__":{"command":"x"}}]}]}`
  expect(parser.parse(json).plan?.phases[0]?.subtasks?.[0]).toMatchObject({ id: '__proto__' })
  expect(parser.parse(json).plan?.phases[0]?.subtasks?.[0]?.steps?.[0]?.command).toBeUndefined()
})

test('fault 1: CRLF and a BOM give the same plan', () => {
  const plain = parser.parse(yaml)
  expect(parser.parse(`\ufeff${yaml.replaceAll('\n', '\r\n')}`)).toEqual(plain)
  expect(parser.parse(yaml.replaceAll('\n', '\r'))).toEqual(plain)
})

test('other documents are not claimed', () => {
  for (const source of [
    '# Plan\n\n```yaml\nbatches:\n```\n',
    'Note: see\n\n```yaml\nbatches:\n```\n',
    '{"master": {"tasks": []}}',
    '---\ntitle: x\n---\n# Plan\n',
    '| Phase | Depends On |\n|---|---|\n| 1 | - |\n',
    '',
  ]) {
    expect(parser.detect(source)).toBe(0)
  }
  expect(parser.detect(yaml)).toBeGreaterThan(0.9)
})

test('fault 10: four times the keys take about four times the time', () => {
  const make = (count: number) =>
    `${one()}${Array.from({ length: count }, (_, at) => `key${at}: 1`).join('\n')}\n`
  const cpu = (count: number): number => {
    const source = make(count)
    const start = process.cpuUsage()
    expect(issues(source)).toHaveLength(count)
    return process.cpuUsage(start).user / 1000
  }
  cpu(1_000)
  const small = Math.max(cpu(4_000), 50)
  expect(cpu(16_000)).toBeLessThan(small * 8)
})

test('any text and any mutation: no throw, every issue inside, the same twice', () => {
  const at = fc.nat({ max: yaml.length })
  const noise = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 4 }),
    fc.constantFrom(': ', '- ', '[', '{', '"', '&a ', '*a', '\n', '\t', '!!x ', '|', '? '),
  )
  const json = JSON.stringify(
    { goal: 'g', batches: [{ steps: [{ id: 'a', action_type: 'manual', depends_on: ['b'] }] }] },
    null,
    1,
  )
  fc.assert(
    fc.property(fc.constantFrom(yaml, json, ''), at, at, noise, (text, from, length, extra) => {
      const source = text.slice(0, from) + extra + text.slice(from + (length % 20))
      const read = parser.parse(source)
      const lines = source.split(/\r\n|\r|\n/).length
      parser.detect(source)
      for (const issue of read.issues) {
        expect(issue.line >= 1 && issue.line <= lines && issue.column >= 1).toBe(true)
      }
      expect(read.plan !== undefined || read.issues.some((issue) => issue.severity === 'error')).toBe(true)
      expect(parser.parse(source)).toEqual(read)
    }),
    { numRuns: 600 },
  )
})

test.each([
  ['goal: &a g\nbatches: []\n', '1:7'],
  ['goal: g\nbatches: [*a]\n', '2:11'],
  ['goal: g\n? {a: b}\n: c\nbatches: []\n', '2:3'],
  ['goal: !!int "1"\nbatches: []\n', '1:7'],
  ['goal: !foo x\nbatches: []\n', '1:7'],
  ['goal: g\nbatches: []\n---\ngoal: h\n', '4:1'],
  ['goal: g\nbatches:\n\t- steps: []\n', '3:1'],
  ['goal: g\ngoal: h\nbatches: []\n', '2:1'],
])('fault 10: %j is refused where it stands', (source, place) => {
  expect(issues(source)[0]).toBe(`error PLAN_SYNTAX ${place}`)
})

test('fault 10: what repeats itself by reference costs nothing', () => {
  const laughs = Array.from({ length: 40 }, (_, at) => `a${at}: &a${at} [${`*a${at - 1}, `.repeat(9)}]`).join(
    '\n',
  )
  const found = issues(`goal: g\n${laughs}\nbatches: []\n`)
  expect(found.length).toBeLessThanOrEqual(20)
  expect(found.every((issue) => issue.startsWith('error PLAN_SYNTAX'))).toBe(true)
})

test('a merge key is a key like others', () => {
  expect(issues(one('        <<: {command: x}\n'))).toEqual(['warning KEY_UNKNOWN 7:9'])
})

test('words of YAML 1.2, and texts that look like them', () => {
  const values = (text: string) => parser.parse(`goal: ${text}\n`).issues.map(({ message }) => message)
  for (const text of ['yes', '1', '0x1F', '"true"', "'null'", '!!str true', '1e3']) {
    expect(values(text).join()).not.toContain('"goal"')
  }
  for (const text of ['true', '[a]', '{a: b}']) expect(values(text).join()).toContain('"goal" must be a text')
  for (const text of ['null', '~', '']) expect(values(text).join()).toContain('it has no "goal"')
})

test('phases keep their ids, order and dependencies, and work for agents stays theirs', () => {
  const written = parser.write?.({
    title: 'T',
    goal: 'G',
    source: '',
    format: 'code',
    tddApproach: true,
    phases: [
      ['c', ['b']],
      ['a', []],
      ['b', ['a']],
    ].map(([id, dependsOn]) => ({
      id: id as string,
      title: `Phase ${id as string}`,
      body: 'Do it.',
      dependsOn: dependsOn as string[],
      parallelWith: [],
      files: [],
      status: 'pending' as const,
      risk: 'medium' as const,
      subtasks: [],
      line: 1,
    })),
  })
  expect(written).toEqual({
    text: `# yaml-language-server: $schema=https://unpkg.com/@amelia/parser-execution-plan/execution-plan.schema.json
title: T
goal: G
batches:
  - id: c
    description: Phase c
    body: Do it.
    depends_on: [b]
  - id: a
    description: Phase a
    body: Do it.
    depends_on: []
  - id: b
    description: Phase b
    body: Do it.
`,
    losses: [],
  })
})

const tracked = `goal: g
batches:
  - batch_number: 1
    status: done
    steps:
      - { id: a, action_type: manual }
  - batch_number: 2
    steps:
      - { id: b, action_type: manual, status: done }
      - { id: c, action_type: manual, status: done }
  - batch_number: 3
    steps:
      - { id: d, action_type: manual, status: done }
      - { id: e, action_type: manual, status: in_progress }
  - batch_number: 4
    status: skipped
    steps:
      - { id: f, action_type: manual, status: pending }
`
const statusesOf = (source: string) =>
  parser
    .parse(source)
    .plan?.phases.map(({ id, status, subtasks = [] }) => [id, status, subtasks.map((part) => part.status)])

test('batches and steps have a status', () => {
  expect(parser.parse(tracked).issues).toEqual([])
  expect(statusesOf(tracked)).toEqual([
    ['1', 'done', [undefined]],
    ['2', 'done', ['done', 'done']],
    ['3', undefined, ['done', 'in_progress']],
    ['4', 'skipped', ['pending']],
  ])
  const json = JSON.stringify({
    $schema: 'x',
    goal: 'g',
    batches: [{ status: 'done', steps: [{ id: 'a', action_type: 'manual', status: 'done' }] }],
  })
  expect(parser.detect(json)).toBeGreaterThan(0.9)
  expect(parser.parse(json).issues).toEqual([])
  expect(statusesOf(json)).toEqual([['1', 'done', ['done']]])
})

test('a status that does not decide whether a batch or a step runs is a warning', () => {
  expect(issues(tracked.replace('skipped', 'blocked').replace('in_progress', '""'))).toEqual([
    'warning STATUS_UNKNOWN 16:5',
  ])
  expect(issues(one('        status: blocked\n'))).toEqual(['warning STATUS_UNKNOWN 7:9'])
  expect(issues(one('        status: [done]\n'))).toEqual(['error PLAN_SCHEMA 7:17'])
})

test('a batch of subtasks expresses any phase', () => {
  const source = `goal: g
batches:
  - id: api
    description: Add \`parse()\`
    body: |
      Look at the callers.
    parallel_with: [docs]
    files: [src/api.js]
    estimate: 3
    risk_level: low
    acceptance:
      - { command: npm test, expect_exit_code: fail, cwd: pkg }
    subtasks:
      - id: api.1
        title: Write the tests
        type: test
        status: done
      - id: api.2
        title: Implement
        body: In one file.
        type: impl
        depends_on: [api.1]
        steps:
          - { id: s1, action_type: command, command: npm test }
          - { id: s2, action_type: manual }
  - id: docs
    body: Describe it.
    depends_on: []
`
  const read = parser.parse(source)
  expect(read.issues).toEqual([])
  expect(read.plan?.phases).toMatchObject([
    {
      id: 'api',
      title: 'Add `parse()`',
      body: 'Look at the callers.\n',
      dependsOn: [],
      parallelWith: ['docs'],
      files: ['src/api.js'],
      estimate: 3,
      risk: 'low',
      acceptance: [{ command: 'npm test', expectExitCode: 'fail', cwd: 'pkg', line: 12 }],
      subtasks: [
        { id: 'api.1', title: 'Write the tests', type: 'test', status: 'done', steps: [], line: 14 },
        { id: 'api.2', body: 'In one file.', dependsOn: ['api.1'], steps: [{ id: 's1' }, { id: 's2' }] },
      ],
    },
    { id: 'docs', title: 'Batch docs', body: 'Describe it.', dependsOn: [], subtasks: [] },
  ])
  expect(
    issues(source.replace('- id: api.1\n        title', '- title').replace('title: Impl', 'x: Impl')),
  ).toEqual(['error PLAN_SCHEMA 14:9', 'warning KEY_UNKNOWN 18:9', 'error PLAN_SCHEMA 17:9'])
  expect(issues(source.replace('s2, ', 's2, status: done, '))).toEqual(['warning KEY_UNKNOWN 25:23'])
  expect(issues(source.replace('command: npm test, expect', 'expect'))).toEqual(['error PLAN_SCHEMA 12:9'])
})

// seed: intelligent-execution 21
test('a total of minutes that is not the sum of the steps is a warning with both numbers', () => {
  expect(parser.parse(yaml).plan?.totalMinutes).toBe(11)
  const { plan, issues: found } = parser.parse(yaml.replace('minutes: 11', 'minutes: 90'))
  expect(plan?.totalMinutes).toBe(90)
  expect(found).toEqual([
    {
      severity: 'warning',
      code: 'ESTIMATE_INVALID',
      message: 'The plan: "total_estimated_minutes" is 90, but the steps add up to 11 minutes.',
      line: 4,
      column: 1,
    },
  ])
})

// seed: intelligent-execution 22
test('a plan that states test-first without any test step is a warning', () => {
  expect(issues(yaml.replace('approach: false', 'approach: true'))).toEqual([])
  const untested = yaml
    .replace('approach: false', 'approach: true')
    .replace('is_test_step: true', 'shell: false')
  expect(issues(untested)).toEqual(['warning TDD_VIOLATION 3:1'])
  expect(issues(untested.replace('approach: true', 'approach: false'))).toEqual([])
})

test('a plan whose texts contain lists and tables of other formats is certain', () => {
  const text = one('', '', '    body: |\n      - [ ] T001 one\n      - [ ] T002 two\n')
  expect(parser.detect(text)).toBe(1)
})

test('links a code step to the test that validates it in another batch', () => {
  const batch = (number: number, step: string): string =>
    `  - batch_number: ${number}\n    steps:\n      - { id: "${number}.1", action_type: code, file_path: a${number}.js, ${step} }\n`
  const typesOf = (...steps: string[]) =>
    executionPlan()
      .parse(`goal: Log out\nbatches:\n${steps.map((step, at) => batch(at + 1, step)).join('')}`)
      .plan?.phases.flatMap(({ subtasks = [] }) => subtasks.map(({ type }) => type))
  const validating = (validates: string): string => `is_test_step: true, validates_step: "${validates}"`
  expect(typesOf(validating('2.1'), 'code_change: x')).toEqual(['test', 'impl'])
  expect(typesOf('code_change: x', validating('1.1'))).toEqual(['impl', 'test'])
  expect(typesOf('code_change: x', 'is_test_step: true')).toEqual([undefined, 'test'])
})

test('a plan of other batches and steps is refused once, with the shape that is expected', () => {
  const { issues, plan } = executionPlan().parse(
    'goal: Ship\nbatches:\n  - name: First\n    steps:\n      - name: Make\n        run: npm init\n      - name: Test\n        run: npm test\n',
  )
  expect(plan).toBeUndefined()
  expect(issues).toMatchObject([{ code: 'PLAN_SCHEMA', line: 5 }])
  expect(issues[0]?.message).toMatch(/expected "batches": .*"action_type".* keys "name", "run"\.$/)
})

test('a batch and a step in comments are work that was skipped', () => {
  const step = (id: string) =>
    `    steps:\n      - id: "${id}"\n        action_type: command\n        command: echo\n`
  const hidden = `  - batch_number: 2\n${step('2.1')}`.replace(/^/gm, '# ').replace(/# $/, '')
  const source = `goal: Ship\nbatches:\n  # Batch 1: the first\n  - batch_number: 1\n${step('1.1')}${hidden}  - batch_number: 3\n${step('3.1')}`
  const { issues, reading } = executionPlan().parse(source)
  expect(reading?.skipped).toEqual([
    { line: 9, text: '#   - batch_number: 2', work: true },
    { line: 11, text: '#       - id: "2.1"', work: true },
  ])
  expect(issues.map(({ line, message }) => `${line} ${message.slice(0, 30)}`)).toEqual([
    '9 The comment begins as work tha',
    '11 The comment begins as work tha',
    '14 The ids have a gap: 2 is missi',
  ])
})

test('data of the plan and of batches is read and written as it is', () => {
  const source =
    'goal: x\nmeta: { team: payments, "1.10": [1.5, null, true] }\nbatches:\n  - body: Do it.\n    meta: { ticket: P-7 }\n  - body: Do more.\n'
  const read = parser.parse(source)
  expect(read.issues).toEqual([])
  const plan = definePlan(read.plan!)
  expect([plan.meta, plan.phases[0]?.meta]).toEqual([
    { team: 'payments', '1.10': [1.5, null, true] },
    { ticket: 'P-7' },
  ])
  expect(plan.phases[1]).not.toHaveProperty('meta')
  const written = parser.write!(plan)
  expect(written.losses).toEqual([])
  expect(issues('goal: x\nmeta: x\nbatches: [{ body: x }]')).toEqual(['error PLAN_SCHEMA 2:7'])
})
