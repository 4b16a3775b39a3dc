import { checkPlan } from '@amelia/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taskMaster } from './task-master.ts'
import { veryMany } from '../../../../test/fixtures/very-many.ts'

const parser = taskMaster()
const read = (source: string, tag?: string) => taskMaster(tag === undefined ? {} : { tag }).parse(source)
const phases = (source: string, tag?: string) => read(source, tag).plan?.phases ?? []
const check = (source: string) => checkPlan(source, { parsers: [parser] })
const tasks = (...list: unknown[]) => JSON.stringify({ master: { tasks: list } }, null, 2)

const shop = `{
  "master": {
    "tasks": [
      {
        "id": 1,
        "title": "Open the shop",
        "description": "A door and a sign.",
        "details": "Paint the sign.",
        "testStrategy": "Look at it.",
        "status": "done",
        "priority": "high",
        "dependencies": [],
        "subtasks": []
      },
      {
        "id": "2",
        "title": "Sell\\nthings",
        "status": "in-progress",
        "dependencies": [1],
        "subtasks": [
          { "id": 1, "title": "Count", "status": "done", "dependencies": [3] },
          { "id": 2, "title": "Pack", "description": "In paper.", "details": "", "dependencies": ["1", "2.3"] },
          { "id": "2.3", "title": "Order", "status": "pending", "dependencies": null }
        ]
      },
      { "id": 3, "title": "Close", "dependencies": ["1", "2.2"] }
    ],
    "metadata": { "projectName": "Shop", "description": "A shop that sells." }
  },
  "side": { "tasks": [{ "id": 7, "title": "Aside" }] }
}
`

test('a task is a phase', () => {
  const { plan, issues } = read(shop)
  expect(issues).toEqual([])
  expect(plan).toMatchObject({ title: 'Shop', goal: 'A shop that sells.' })
  expect(
    plan?.phases.map(({ id, title, dependsOn, status, line }) => [id, title, dependsOn, status, line]),
  ).toEqual([
    ['1', 'Open the shop', [], 'done', 4],
    ['2', 'Sell things', ['1'], 'in_progress', 15],
    ['3', 'Close', ['1', '2'], 'pending', 26],
  ])
  expect(plan?.phases[0]?.body).toBe('A door and a sign.\n\nPaint the sign.\n\nTest strategy: Look at it.')
  expect(check(shop)).toMatchObject({ ok: true, format: 'task-master', issues: [] })
})

test('subtasks have the id of their task before their own, and come after those that they wait for', () => {
  expect(phases(shop)[1]?.subtasks).toEqual([
    { id: '2.3', title: 'Order', body: '', dependsOn: [], status: 'pending', line: 23 },
    { id: '2.1', title: 'Count', body: '', dependsOn: ['2.3'], status: 'done', line: 21 },
    { id: '2.2', title: 'Pack', body: 'In paper.', dependsOn: ['2.1', '2.3'], status: 'pending', line: 22 },
  ])
})

test('a subtask that waits for one of another task makes its task wait', () => {
  const source = tasks(
    { id: 1, title: 'a', subtasks: [{ id: 1, title: 'b' }] },
    { id: 2, title: 'c', subtasks: [{ id: 1, title: 'd', dependencies: ['1.1'] }] },
    { id: 3, title: 'e', dependencies: ['3.1', 2], subtasks: [{ id: 1, title: 'f' }] },
  )
  expect(phases(source).map((phase) => phase.dependsOn)).toEqual([[], ['1'], ['2']])
  expect(check(source).ok).toBe(true)
})

test('a file from before there were tags', () => {
  const source = '{ "tasks": [{ "id": 1, "title": "a" }], "meta": { "projectName": "Old" } }'
  for (const tag of [undefined, 'master']) {
    expect(read(source, tag)).toMatchObject({ plan: { title: 'Old', phases: [{ id: '1' }] }, issues: [] })
  }
  expect(read(source, 'side')).toMatchObject({ issues: [{ code: 'PLAN_SCHEMA', line: 1, column: 1 }] })
})

test('a tag is chosen', () => {
  expect(phases(shop, 'side').map((phase) => phase.id)).toEqual(['7'])
  expect(read(shop, 'side').plan?.title).toBe('side')
  expect(read(shop, 'sied').issues).toMatchObject([
    {
      severity: 'error',
      code: 'PLAN_SCHEMA',
      message: expect.stringContaining('Did you mean "side"? Tags: "master", "side".'),
    },
  ])
  const two = '{ "a": { "tasks": [] }, "__proto__": { "tasks": [{ "id": 1 }] } }'
  expect(read(two).issues).toMatchObject([
    { message: expect.stringContaining('--tag). Tags: "a", "__proto__".') },
  ])
  expect(phases(two, '__proto__')).toMatchObject([{ id: '1', title: 'Task 1' }])
  expect(phases('{ "only": { "tasks": [{ "id": 1 }] }, "note": "x" }')).toHaveLength(1)
  expect(phases('{ "tasks": { "tasks": [{ "id": 5 }] } }')).toMatchObject([{ id: '5' }])
})

test.each([
  ['pending', 'pending'],
  ['in-progress', 'in_progress'],
  ['review', 'in_progress'],
  ['blocked', 'pending'],
  ['done', 'done'],
  ['completed', 'done'],
  ['Deferred', 'deferred'],
  ['cancelled', 'cancelled'],
])('status %j is %j', (status, expected) => {
  expect(phases(tasks({ id: 1, title: 'a', status }))).toMatchObject([{ status: expected }])
})

test('the priority of a task is that of its phase', () => {
  const list = ['high', 'medium', 'low', 'critical', 3, undefined, 'odd']
  const source = tasks(...list.map((priority, index) => ({ id: index + 1, title: 'a', priority })))
  expect(phases(source).map(({ priority }) => priority)).toEqual([1, 0, -1, 2, 3, undefined, undefined])
  expect(read(source).issues).toMatchObject([{ severity: 'warning', code: 'PRIORITY_INVALID' }])
})

test('what is not as it should be is told with its place', () => {
  const source = `{ "master": { "tasks": [
  { "id": 1, "title": "a", "status": "odd" },
  { "title": "b" },
  { "id": [], "title": "c" },
  7,
  { "id": 2, "title": {}, "dependencies": [{}], "subtasks": "d" },
  { "id": 3, "title": 4, "dependencies": 1, "subtasks": [{ "id": 1, "title": "e", "subtasks": [{ "id": 1 }] }, {"id": 2}] }
] } }`
  expect(
    read(source).issues.map(({ severity, code, line, column }) => [severity, code, line, column]),
  ).toEqual([
    ['warning', 'STATUS_UNKNOWN', 2, 38],
    ['error', 'PLAN_SCHEMA', 3, 3],
    ['error', 'PLAN_SCHEMA', 4, 11],
    ['error', 'PLAN_SCHEMA', 5, 3],
    ['error', 'PLAN_SCHEMA', 6, 61],
    ['error', 'PLAN_SCHEMA', 6, 23],
    ['error', 'PLAN_SCHEMA', 6, 44],
    ['error', 'PLAN_SCHEMA', 7, 42],
    ['error', 'PLAN_SCHEMA', 7, 112],
    ['warning', 'CONTENT_SKIPPED', 7, 83],
  ])
  expect(phases(source)).toMatchObject([
    { id: '1', status: 'pending' },
    { id: '2', title: 'Task 2' },
    { id: '3', title: '4' },
  ])
})

test.each([
  ['{ "tasks": [1,] }', 1, 15],
  ['{ "tasks": [\n  { "id": 1 "title": "x" }\n] }', 2, 13],
  ['{ "tasks": [\n', 2, 1],
  ['{\n  // a comment\n  "tasks": []\n}', 2, 3],
  ['{ "tasks": [] } x', 1, 17],
  ["{ 'tasks': [] }", 1, 3],
  ['{ "title": "x\ny" }', 1, 12],
  ['', 1, 1],
])('%j is invalid JSON', (source, line, column) => {
  expect(read(source)).toEqual({
    issues: [
      {
        severity: 'error',
        code: 'PLAN_SYNTAX',
        message: expect.stringContaining('Invalid JSON'),
        line,
        column,
      },
    ],
  })
})

test('a repeated key is an error', () => {
  const source = '{ "tasks": [\n  { "id": 1, "title": "a", "status": "pending",\n    "status": "done" }\n] }'
  expect(read(source).issues).toMatchObject([
    {
      severity: 'error',
      code: 'PLAN_SYNTAX',
      message: 'The key "status" is repeated.',
      line: 3,
      column: 5,
    },
  ])
  expect(phases(source)).toMatchObject([{ status: 'pending' }])
})

test('fault 3: a file without tasks is an error', () => {
  for (const source of ['{ "master": { "tasks": [] } }', '{}', '[]', '7', '{ "tasks": {} }']) {
    expect(read(source).issues).toMatchObject([{ severity: 'error', line: 1 }])
  }
  expect(parser.detect('{ "master": { "tasks": [] } }')).toBeGreaterThan(0)
})

test('faults 4 to 7: ids and dependencies are reported with their lines', () => {
  const codes = (...list: unknown[]) => check(tasks(...list)).issues.map(({ code, line }) => [code, line])
  expect(codes({ id: 1, title: 'a' }, { id: '1', title: 'b' })).toEqual([['ID_DUPLICATE', 8]])
  expect(codes({ id: 1, title: 'a', dependencies: [1] })).toEqual([['DEPENDENCY_SELF', 8]])
  expect(codes({ id: 1, title: 'a', dependencies: [16] })).toEqual([['DEPENDENCY_UNKNOWN', 8]])
  expect(codes({ id: 1, title: 'a', dependencies: [2] }, { id: 2, title: 'b', dependencies: [1] })).toEqual([
    ['PHASE_CYCLE', 4],
  ])
  const subtask = (id: number, ...dependencies: number[]) => ({ id, title: 'x', dependencies })
  expect(codes({ id: 1, title: 'a', subtasks: [subtask(1, 2), subtask(2, 1)] })).toEqual([
    ['SUBTASK_CYCLE', 8],
  ])
  expect(codes({ id: 1, title: 'a', subtasks: [subtask(1, 9)] })).toEqual([['DEPENDENCY_UNKNOWN', 8]])
})

test('fault 12: deep nesting is an error', () => {
  for (const source of ['['.repeat(200_000), '{"a":'.repeat(200_000), '[},'.repeat(200_000)]) {
    expect(read(source).issues).toMatchObject([{ code: 'PLAN_SYNTAX', line: 1 }])
  }
  expect(read(`${'['.repeat(65)}${']'.repeat(65)}`).issues).toMatchObject([{ column: 65 }])
})

test('fault 13: names of object properties are ids and keys like any other', () => {
  const source =
    '{ "tasks": [{ "id": "__proto__", "title": "a" }, { "id": "constructor", "toString": 1, "dependencies": ["__proto__"] }] }'
  expect(phases(source)).toMatchObject([{ id: '__proto__' }, { id: 'constructor', dependsOn: ['__proto__'] }])
})

test('fault 1: CRLF, lone CR and a BOM give the same plan', () => {
  const plain = read(shop)
  expect(read(`\ufeff${shop.replaceAll('\n', '\r\n')}`)).toEqual(plain)
  expect(read(shop.replaceAll('\n', '\r'))).toEqual(plain)
  expect(parser.detect(`\ufeff\r\n${shop}`)).toBeGreaterThan(0.9)
})

test('other documents are not claimed', () => {
  for (const source of [
    '# Plan\n\n"tasks": "title" "status"\n',
    '{ "goal": "x", "batches": [{ "steps": [] }] }',
    '{ "version": "2.0.0", "tasks": [{ "label": "build", "command": "make" }] }',
    '[{ "tasks": [], "title": "x", "status": "done" }]',
    '{ "phases": [{ "title": "x", "status": "done", "tasks": ["a"] }] }',
    '',
  ]) {
    expect(parser.detect(source)).toBe(0)
  }
})

test('a file without tasks is refused with its keys', () => {
  const { plan, issues } = parser.parse('{ "phases": [], "name": "x" }')
  expect(plan).toBeUndefined()
  expect(issues).toMatchObject([
    { code: 'NO_PHASES', message: expect.stringContaining('Its keys are "phases", "name".') },
  ])
})

test('fault 10: very many tasks', () => {
  const list = Array.from({ length: veryMany }, (_, index) => ({
    id: index + 1,
    title: 'x',
    dependencies: index > 0 ? [index] : [],
  }))
  expect(phases(tasks(...list.slice(0, veryMany / 2)))).toHaveLength(veryMany / 2)
  const chain = list.map(({ id }) => ({ id, title: 'x', dependencies: id < list.length ? [id + 1] : [] }))
  expect(phases(tasks({ id: 1, title: 'a', subtasks: chain }))[0]?.subtasks?.[0]?.id).toBe(`1.${veryMany}`)
})

test('fault 11: any text gives an answer, with every place inside, and twice the same', () => {
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"tasks"',
    '"id"',
    '1',
    '"1.2"',
    '"dependencies"',
    '"subtasks"',
    'null',
    '\n',
    '\r\n',
    '"',
    '//',
    '\ufeff',
    '🚀',
  ]
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((list) => list.join('')),
    fc
      .tuple(
        fc.nat(shop.length),
        fc.nat(20),
        fc.oneof(fc.constant(''), fc.constantFrom(...pieces), fc.string()),
      )
      .map(([at, length, insert]) => shop.slice(0, at) + insert + shop.slice(at + length)),
  )
  fc.assert(
    fc.property(text, fc.constantFrom(undefined, 'side'), (source, tag) => {
      const { plan, issues, ...rest } = read(source, tag)
      const lines = source.replaceAll('\r\n', '\n').split(/[\n\r]/)
      expect(parser.detect(source)).toBeLessThanOrEqual(1)
      for (const { line, column } of issues) {
        expect(line).toBeLessThanOrEqual(lines.length)
        expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1)
        expect(Math.min(line, column)).toBeGreaterThanOrEqual(1)
      }
      if (!plan) expect(issues.some((issue) => issue.severity === 'error')).toBe(true)
      expect(read(source, tag)).toEqual({ ...(plan && { plan }), issues, ...rest })
    }),
    { numRuns: 500 },
  )
})

test('a value that no field reads is a warning, and other tags are context', () => {
  const source = JSON.stringify(
    {
      master: {
        tasks: [{ id: 1, title: 'a', owner: 'me', subtasks: [{ id: 1, title: 'b', features: [{ id: 7 }] }] }],
      },
      next: { tasks: [{ id: 1, title: 'c' }] },
      extra: [{ name: 'd' }],
    },
    null,
    1,
  )
  const { issues, reading } = read(source)
  expect(issues.map(({ code, line, message }) => [code, line, message.split(' ')[0]])).toEqual([
    ['CONTENT_SKIPPED', 7, '"master.tasks[0].owner"'],
    ['CONTENT_SKIPPED', 12, '"master.tasks[0].subtasks[0].features"'],
    ['CONTENT_SKIPPED', 30, '"extra"'],
  ])
  expect(reading?.context).toEqual([{ line: 22, text: 'next' }])
  expect(reading?.skipped.map(({ work = false }) => work)).toEqual([false, true, true])
})

test('texts may be lists of texts', () => {
  const tasks = [{ id: 1, title: 'A', description: 'D', details: ['one', 'two'], testStrategy: ['x'] }]
  const { plan, issues } = taskMaster().parse(JSON.stringify({ tasks }))
  expect(issues).toEqual([])
  expect(plan?.phases[0]?.body).toBe('D\n\n- one\n- two\n\nTest strategy:\n- x')
  const wrong = taskMaster().parse(JSON.stringify({ tasks: [{ id: 1, title: 'A', details: { a: 1 } }] }))
  expect(wrong.issues).toMatchObject([{ message: 'Task 1: "details" must be a text or a list of texts.' }])
})

test('tags may have their tasks without an object around them', () => {
  const list = [{ id: '1', title: 'a', status: 'done', subtasks: [{ id: '1.1', title: 'x' }] }]
  expect(check(JSON.stringify({ master: list }))).toMatchObject({
    ...{ ok: true, format: 'task-master', issues: [] },
    plan: { phases: [{ id: '1', title: 'a', status: 'done', subtasks: [{ id: '1.1' }] }] },
  })
  expect(phases(JSON.stringify({ one: list, two: [{ id: 2, title: 'b' }] }), 'two')).toMatchObject([
    { id: '2' },
  ])
})

test.each([
  ['[{ "id": 1, "title": "a", "dependencies": [] }]', '{ "tasks": [...] }'],
  [
    '{ "tasks": [{ "id": 1, "name": "a", "status": "pending", "dependencies": [] }] }',
    'Its keys are "id", "name"',
  ],
  [
    '{ "tasks": [{ "id": 1, "title": "a", "dependencies": [] }, { "id": 2, "title": "b", "subtasks": [{ "id": 1, "title": "c", "dependencies": [] }, { "id": 2, "title": "d", "dependencies": [7] }] }, { "id": 7, "title": "e" }] }',
    'Add 7 to the "dependencies" of task 2',
  ],
])('a file that only resembles Task Master names the shape that is expected: %s', (source, expected) => {
  const { ok, issues } = check(source)
  expect(ok).toBe(false)
  expect(issues.filter(({ severity }) => severity === 'error')).toMatchObject([
    { message: expect.stringContaining(expected) },
  ])
})

test('a subtask with the number of another task means that task, not itself', () => {
  const subtasks = [{ id: 1, title: 's', dependencies: ['1'] }]
  const list = [
    { id: 1, title: 'a' },
    { id: 2, title: 'b', subtasks },
  ]
  expect(check(tasks(...list)).issues.map(({ message }) => message)).toEqual([
    expect.stringContaining('Subtask 2.1 depends on 1, which is a task'),
  ])
  expect(check(tasks({ id: 1, title: 'a', subtasks })).issues[0]?.message).toContain('Subtask 1.1 depends on')
})
