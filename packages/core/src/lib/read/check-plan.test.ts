import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defineParser, type PlanParserV1 } from '../contract/plan-parser.ts'
import { AmeliaError } from '../error/amelia-error.ts'
import type { PlanDraft } from '../plan/model/plan.ts'
import { planSchema } from '../plan/plan-schema.ts'
import { checkPlan } from './check-plan.ts'
import { readPlan } from './read-plan.ts'

/** Reads lines such as `a < b c`: a phase and what it depends on. */
const lines = (id: string, score: number): PlanParserV1 =>
  defineParser({
    id,
    detect: (source) => (source.includes('<') ? score : 0),
    parse: (source) => ({
      plan: {
        phases: source.split('\n').flatMap((text, index) => {
          const [phase = '', rest] = text.split('<')
          return rest === undefined
            ? []
            : [{ id: phase.trim(), title: text, dependsOn: rest.split(' ').filter(Boolean), line: index + 1 }]
        }),
      },
      issues: [],
    }),
  })
const fixed = (plan: unknown): PlanParserV1 =>
  defineParser({ id: 'fixed', detect: () => 1, parse: () => ({ plan: plan as PlanDraft, issues: [] }) })
const parsers = [lines('lines', 0.9)]
const found = (text: string | Uint8Array, options = {}) =>
  checkPlan(text, { parsers, ...options }).issues.map(({ code, line }) => `${code} ${line}`)

test('a sound plan', () => {
  const check = checkPlan('a <\nb < a', { parsers })
  expect(check).toMatchObject({ ok: true, format: 'lines', issues: [] })
  expect(check.plan).toMatchObject({
    format: 'lines',
    source: 'a <\nb < a',
    phases: [{ id: 'a' }, { id: 'b' }],
  })
  expect(check.graph?.ids).toEqual(['a', 'b'])
})

test('fault 1: line endings and a BOM change neither plan nor hash', () => {
  const plain = checkPlan('a <\nb < a\n', { parsers })
  for (const text of ['a <\r\nb < a\r\n', '\ufeffa <\nb < a\n', 'a <\rb < a\r']) {
    expect(checkPlan(text, { parsers })).toEqual(plain)
  }
  expect(plain.hash).toMatch(/^[0-9a-f]{64}$/)
  expect(checkPlan('a <\nb <  a\n', { parsers }).hash).not.toBe(plain.hash)
})

test('fault 2: an encoding that is not UTF-8 is named with its byte', () => {
  const check = checkPlan(Uint8Array.from([97, 10, 0xff]), { parsers })
  expect(check).toMatchObject({ ok: false, hash: '', format: 'unknown' })
  expect(check.issues).toMatchObject([
    { code: 'PLAN_ENCODING', line: 2, message: expect.stringContaining('byte 2') },
  ])
})

test('fault 3: an empty text, and a format in which nothing is found, are errors', () => {
  expect(found(' \n\t\n')).toEqual(['PLAN_EMPTY 1'])
  expect(found('')).toEqual(['PLAN_EMPTY 1'])
  expect(checkPlan('', { parsers }).format).toBe('unknown')
  const nothing = defineParser({ id: 'n', detect: () => 1, parse: () => ({ issues: [] }) })
  expect(checkPlan('x', { parsers: [nothing] })).toMatchObject({
    ok: false,
    format: 'n',
    issues: [{ severity: 'error', code: 'NO_PHASES', message: 'Nothing was found.', line: 1 }],
  })
  expect(found('x', { parsers: [fixed({ phases: [] })] })).toEqual(['NO_PHASES 1'])
})

test('fault 5: a cycle', () => {
  const check = checkPlan('a < b\nb < a', { parsers })
  expect(check.ok).toBe(false)
  expect(check.graph).toBeUndefined()
  expect(check.issues).toMatchObject([
    { code: 'PHASE_CYCLE', message: expect.stringMatching(/line 1.*line 2/) },
  ])
})

test('fault 10: a text over the limit is not looked at', () => {
  expect(found('ééé', { maxBytes: 5 })).toEqual(['PLAN_TOO_LARGE 1'])
  expect(found('ééé', { maxBytes: 6 })).toEqual(['NOT_STRUCTURED 1'])
  expect(found('😀', { maxBytes: 3 })).toEqual(['PLAN_TOO_LARGE 1'])
  expect(found('😀', { maxBytes: 4 })).toEqual(['NOT_STRUCTURED 1'])
  expect(found(new Uint8Array(10 * 1024 * 1024 + 1).fill(97))).toEqual(['PLAN_TOO_LARGE 1'])
  expect(checkPlan('ééé', { parsers, maxBytes: 5 })).toMatchObject({
    ok: false,
    format: 'unknown',
    hash: '',
    issues: [{ severity: 'error', message: 'The plan has 6 bytes; at most 5 are read. Split it.' }],
  })
})

test('fault 10: a text has as many bytes as UTF-8 gives it', () => {
  const edges = ['\x7f', '\x80', '\u07ff', '\u0800', '\ud7ff', '\u{10000}', '\u{10ffff}', '\ue000', '\uffff']
  for (const text of edges) {
    const bytes = new TextEncoder().encode(text).length
    const name = text.codePointAt(0)!.toString(16)
    expect(found(text, { maxBytes: bytes - 1 }), name).toEqual(['PLAN_TOO_LARGE 1'])
    expect(found(text, { maxBytes: bytes }), name).toEqual(['NOT_STRUCTURED 1'])
  }
})

test('a text that no parser claims is one phase', () => {
  expect(checkPlan('# Do it\n\ntext', { parsers })).toMatchObject({
    ok: true,
    format: 'single',
    plan: { format: 'single', phases: [{ id: '1', title: 'Do it' }] },
    issues: [{ severity: 'warning', code: 'NOT_STRUCTURED' }],
  })
})

test.each([
  ['{ "name": "x", "scripts": {} }', 'JSON with the keys "name", "scripts"'],
  ['name: x\non:\n  push: {}\n', 'YAML with the keys "name", "on"'],
])('data in no format of plans is refused with its keys: %j', (source, what) => {
  const check = checkPlan(source, { parsers })
  expect(check).toMatchObject({ ok: false, issues: [{ severity: 'error', code: 'FORMAT_UNKNOWN' }] })
  expect(check.issues[0]?.message).toContain(`The text is ${what}, in no known format. Formats: `)
  expect(checkPlan(source, { parsers, format: 'single' }).ok).toBe(true)
})

test('a fence that is never closed is reported', () => {
  expect(checkPlan('# A\n\n```\nx\n\n## B\n', { parsers }).issues).toMatchObject([
    { code: 'NOT_STRUCTURED' },
    { code: 'CONTENT_SKIPPED', line: 3 },
  ])
})

test('two parsers that are equally sure are an error that names both', () => {
  const two = [lines('one', 0.9), lines('two', 0.85)]
  const check = checkPlan('a <', { parsers: two })
  expect(check.issues).toMatchObject([
    {
      code: 'FORMAT_AMBIGUOUS',
      message: expect.stringMatching(/one \(phases: 1, subtasks: 0, skipped: 0\) or two \(.*--plan-format/),
    },
  ])
  const counts = { phases: 1, subtasks: 0, boxes: 0, skipped: 0 }
  expect(check.readings).toEqual([
    { format: 'one', ...counts },
    { format: 'two', ...counts },
  ])
  expect(checkPlan('a <', { parsers: two, format: 'two' })).toMatchObject({ ok: true, format: 'two' })
  expect(checkPlan('a <', { parsers: [lines('one', 0.9), lines('two', 0.7)] }).format).toBe('one')
  expect(checkPlan('a <', { parsers: [lines('one', 0.95), lines('two', 1)] }).format).toBe('two')
  const sure = checkPlan('a <', { parsers: [lines('one', 1), lines('two', 1)] })
  expect(sure.issues).toMatchObject([{ code: 'FORMAT_AMBIGUOUS' }])
})

test('a format that is not there is named with the nearest', () => {
  expect(checkPlan('a <', { parsers, format: 'line' }).issues).toMatchObject([
    { code: 'FORMAT_UNKNOWN', message: expect.stringMatching(/Did you mean "lines"\?.*lines, single/) },
  ])
  expect(checkPlan('a <', { parsers, format: 'zzzzzz' })).toMatchObject({
    format: 'unknown',
    issues: [{ message: 'The format "zzzzzz" does not exist. Formats: lines, single.' }],
  })
  expect(checkPlan('a <', { parsers, format: 'single' }).format).toBe('single')
})

test('a plan that does not follow the schema is an issue at its line', () => {
  const plan = { phases: [{ id: 'a', title: 'a', line: 2, subtasks: [{ id: 1, title: 'b', line: 3 }] }] }
  const check = checkPlan('x\nx\nx', { parsers: [fixed(plan)] })
  expect(check.plan).toBeUndefined()
  expect(check.issues).toMatchObject([
    {
      severity: 'error',
      code: 'PLAN_SCHEMA',
      line: 3,
      message: expect.stringContaining('phases[0].subtasks[0].id'),
    },
  ])
  expect(check.ok).toBe(false)
})

test('the line of what does not follow the schema is the nearest that is one', () => {
  const lineOf = (phase: object): number | undefined =>
    checkPlan('x\nx\nx', { parsers: [fixed({ phases: [phase] })] }).issues[0]?.line
  expect(lineOf({ id: 'a', line: 2 })).toBe(2)
  expect(lineOf({ id: 'a', title: null, line: 3 })).toBe(3)
  expect(lineOf({ id: 'a', title: 'a', line: 2.5 })).toBe(1)
  expect(lineOf({ id: 'a', title: 'a', line: 2, subtasks: [null] })).toBe(2)
})

test('a text that begins with an empty line has one line more', () => {
  const plan = { phases: [{ id: 'a', title: 'a', line: 2, dependsOn: ['none'] }] }
  expect(found('\nx', { parsers: [fixed(plan)] })).toEqual(['DEPENDENCY_UNKNOWN 2'])
})

test('issues come errors first, then by line, and inside the text', () => {
  const noisy = defineParser({
    id: 'noisy',
    detect: () => 1,
    parse: () => ({
      plan: { phases: [{ id: 'a', title: 'a', line: 99, dependsOn: ['b'] }] },
      issues: [
        { severity: 'warning', code: 'KEY_UNKNOWN', message: '', line: 1, column: 1 },
        { severity: 'error', code: 'PLAN_SYNTAX', message: '', line: 2, column: 5 },
        { severity: 'error', code: 'PLAN_SYNTAX', message: '', line: 2, column: 1 },
        { severity: 'error', code: 'PLAN_SYNTAX', message: '', line: -4, column: 1 },
      ],
    }),
  })
  const { issues } = checkPlan('x\ny\nz', { parsers: [noisy] })
  expect(issues.map(({ code, line, column }) => [code, line, column])).toEqual([
    ['PLAN_SYNTAX', 1, 1],
    ['PLAN_SYNTAX', 2, 1],
    ['PLAN_SYNTAX', 2, 5],
    ['DEPENDENCY_UNKNOWN', 3, 1],
    ['KEY_UNKNOWN', 1, 1],
  ])
})

test('reading the same text twice gives equal results', () => {
  const text = 'a < b\nb < c\nA <\n'
  expect(checkPlan(text, { parsers })).toEqual(checkPlan(text, { parsers }))
})

test('any bytes: no throw, and every line is inside the text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('a', 'b', '<', ' ', '\n') }),
  )
  fc.assert(
    fc.property(fc.oneof(text, fc.uint8Array()), (input) => {
      const { issues, ok } = checkPlan(input, { parsers })
      const lineCount = (typeof input === 'string' ? input : Buffer.from(input).toString('latin1')).split(
        /\r\n|\r|\n/,
      ).length
      for (const issue of issues) {
        expect(issue.line).toBeGreaterThanOrEqual(1)
        expect(issue.line).toBeLessThanOrEqual(lineCount)
      }
      expect(ok).toBe(issues.every((issue) => issue.severity === 'warning'))
    }),
    { numRuns: 500 },
  )
})

test('readPlan gives the plan, or throws with the first error and how many more', () => {
  expect(readPlan('a <', { parsers }).phases).toHaveLength(1)
  expect(readPlan('just do it', { parsers }).format).toBe('single')
  let thrown: unknown
  try {
    readPlan('a < x\nb < y\nc < z', { parsers })
  } catch (error) {
    thrown = error
  }
  if (!AmeliaError.is(thrown, 'PLAN_INVALID')) throw new Error('PLAN_INVALID was expected')
  expect(thrown.message).toMatch(/Line 1: Phase a depends on "x".*and 2 more/)
  expect(thrown.details.issues).toHaveLength(3)
  // The claim of Parallel With is a warning: it is none of the reasons.
  const one = fixed({ phases: [{ id: 'a', title: 'a', dependsOn: ['x'], parallelWith: ['y'] }] })
  expect(() => readPlan('a', { parsers: [one] })).toThrow(/depends on "x"[^(]*$/)
  expect(() => readPlan('', { parsers })).toThrow('The plan cannot be run. Line 1: The plan is empty.')
})

test('fault 4, 6, 7: a finding about a name has the name’s column', () => {
  const columns = (text: string) =>
    checkPlan(text, { parsers }).issues.map(({ code, line, column }) => `${code} ${line}:${column}`)
  expect(columns('a <\n  b < a c\nb < b')).toEqual([
    'DEPENDENCY_UNKNOWN 2:9',
    // The dependencies of a repeated id follow from its fault.
    'ID_DUPLICATE 3:1',
  ])
})

test('scores that are a tenth apart decide', () => {
  for (const [one, other] of [
    [0.8, 0.7],
    [0.7, 0.6],
    [0.95, 0.85],
  ] as const) {
    expect(checkPlan('a <', { parsers: [lines('low', other), lines('high', one)] }).format).toBe('high')
  }
})

test('fault 24: an edit changes the hash that a run is pinned to, and a space is an edit', () => {
  const hash = (text: string) => checkPlan(text, { parsers }).hash
  const one = 'a <\nb < a\n'
  expect(new Set([one, `${one} `, 'a <\nb <  a\n', 'b <\na < b\n'].map(hash)).size).toBe(4)
})

test('batches of an execution plan are cut where that is asked for, other phases and broken plans never', () => {
  const step = (id: string) => ({ id, title: id, steps: [{ id, action: 'manual' as const }] })
  const make = (id: string, dependsOn: string[]) =>
    defineParser({
      id,
      detect: () => 1,
      parse: () => ({
        plan: {
          phases: [
            { id: '1', title: 'a', line: 2, subtasks: ['a', 'b', 'c', 'd'].map(step) },
            { id: '2', title: 'b', dependsOn },
          ],
        },
        issues: [{ severity: 'warning', code: 'KEY_UNKNOWN', message: '', line: 3, column: 1 }],
      }),
    })
  const check = (id: string, split = true, dependsOn = ['1']) => {
    const given = { parsers: [make(id, dependsOn)], ...(split && { split: () => cut }) }
    const { plan, graph, issues } = checkPlan('x\ny\nz', given)
    return [plan?.phases.length, graph?.ids.length, issues.map(({ code, line }) => `${code} ${line}`)]
  }
  const cut = {
    plan: planSchema.parse({ phases: ['1.1', '1.2', '2'].map((id) => ({ id, title: id })) }),
    issues: [{ severity: 'warning', code: 'BATCH_SPLIT', message: '', line: 2, column: 1 } as const],
  }
  expect(check('execution-plan')).toEqual([3, 3, ['BATCH_SPLIT 2', 'KEY_UNKNOWN 3']])
  expect(check('execution-plan', false)).toEqual([2, 2, ['KEY_UNKNOWN 3']])
  expect(check('phase-table')).toEqual([2, 2, ['KEY_UNKNOWN 3']])
  expect(check('execution-plan', true, ['9'])).toEqual([2, 2, ['DEPENDENCY_UNKNOWN 1', 'KEY_UNKNOWN 3']])
})

test('parts that only commit are dropped, and parts without a type get the one that their text implies', () => {
  const titles = [
    'Write the failing test',
    'Run it to see it fail',
    'Write the minimal implementation',
    'Commit',
  ]
  const subtasks = titles.map((title, at) => ({ id: `a.${at}`, title }))
  const check = checkPlan('x', { parsers: [fixed({ phases: [{ id: 'a', title: 'a', subtasks }] })] })
  expect(check.issues).toEqual([])
  expect(check.plan?.phases[0]?.subtasks.map(({ type }) => type)).toEqual(['test', 'test', 'impl'])
})

test('a plan without phases has no second error if a parser explains it', () => {
  const issue = {
    severity: 'error',
    code: 'own:ROW',
    message: 'A row is wrong.',
    line: 1,
    column: 1,
  } as const
  const parser = defineParser({
    id: 'own',
    detect: () => 1,
    parse: () => ({ plan: { phases: [] }, issues: [issue] }),
  })
  expect(checkPlan('x', { parsers: [parser] }).issues).toEqual([issue])
})
