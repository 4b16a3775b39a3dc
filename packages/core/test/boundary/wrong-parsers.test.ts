import { describe, expect, it } from 'vitest'
import { defineParser } from '../../src/lib/contract/plan-parser.ts'
import { checkPlan } from '../../src/lib/read/check-plan.ts'
import { type Kind, wrongValues } from './wrong-values.ts'

const issue = { severity: 'warning', code: 'KEY_UNKNOWN', message: '', line: 1, column: 1 }
const reading = { rule: '', boxes: 0, criteria: 0, context: [], skipped: [] }
const plan = { phases: [{ id: 'a', title: 'a' }] }
const whole = { plan, issues: [issue], reading }

const parserOf = (parse: () => unknown, detect: () => unknown = () => 1) =>
  defineParser({ id: 'own', detect: detect as () => number, parse: parse as never })

const issueKinds: [string, Kind][] = [
  ['severity', 'choice'],
  ['code', 'anyText'],
  ['message', 'anyText'],
  ['line', 'number'],
  ['column', 'number'],
]

type Case = [what: string, result: unknown, part: string]

const cases: Case[] = [
  ...wrongValues('plugin').map(({ what, value }): Case => [what, value, 'result']),
  ['undefined', undefined, 'result'],
  ...wrongValues('list').map(
    ({ what, value }): Case => [`issues: ${what}`, { ...whole, issues: value }, 'result.issues'],
  ),
  ...issueKinds.flatMap(([key, kind]) =>
    [...wrongValues(kind), { what: 'undefined', value: undefined }].map(
      ({ what, value }): Case => [
        `${key}: ${what}`,
        { ...whole, issues: [issue, { ...issue, [key]: value }] },
        `result.issues[1].${key}`,
      ],
    ),
  ),
  ...wrongValues('plugin').map(
    ({ what, value }): Case => [`reading: ${what}`, { ...whole, reading: value }, 'result.reading'],
  ),
  ...wrongValues('number').map(
    ({ what, value }): Case => [
      `boxes: ${what}`,
      { ...whole, reading: { ...reading, boxes: value } },
      'result.reading.boxes',
    ],
  ),
]

describe('a wrong result of `parse` is an error of the plan', () => {
  it.each(cases)('%s', (_what, result, part) => {
    const { ok, issues } = checkPlan('x', { parsers: [parserOf(() => result)] })
    expect(ok).toBe(false)
    expect(issues[0]).toMatchObject({ severity: 'error', code: 'PLAN_SYNTAX', line: 1 })
    expect(issues[0]?.message).toContain(
      `The parser "own" returned an invalid result from \`parse\`: \`${part}`,
    )
    expect(issues[0]?.message).toContain('; got ')
  })

  it('while another parser is as sure', () => {
    const other = defineParser({ id: 'other', detect: () => 0.9, parse: () => ({ plan, issues: [] }) })
    const wrong = parserOf(
      () => ({ ...whole, reading: 5 }),
      () => 0.9,
    )
    expect(checkPlan('x', { parsers: [wrong, other] }).issues[0]?.code).toBe('FORMAT_AMBIGUOUS')
  })

  it('and a right one is not', () => {
    expect(checkPlan('x', { parsers: [parserOf(() => whole)] }).ok).toBe(true)
  })
})

describe('a wrong result of `detect` is a wrong parser', () => {
  it.each([['0.9'], [Number.NaN], [undefined], [null], [true], [Promise.resolve(1)], [Infinity], [7], [-1]])(
    '%s',
    (score) => {
      const parser = parserOf(
        () => whole,
        () => score,
      )
      expect(() => checkPlan('x', { parsers: [parser] })).toThrow(
        '`detect` of the parser own must return a number from 0 to 1; got ',
      )
    },
  )
})

describe('ids of parsers', () => {
  const withId = (id: string) => defineParser({ id, detect: () => 1, parse: () => ({ plan, issues: [] }) })

  it.each(['Org Plan', 'a:b', ''])('have the form of a name: "%s"', (id) => {
    expect(() => checkPlan('x', { parsers: [withId(id)] })).toThrow(
      'checkPlan: `parsers[0].id` must be a name of letters, digits, dots, underscores and hyphens; got ',
    )
  })

  it.each([[['single']], [['own', 'own']]])(
    'differ from each other and from that of no format: %s',
    (ids) => {
      expect(() => checkPlan('x', { parsers: ids.map(withId) })).toThrow(
        `checkPlan: the id "${ids[0]}" belongs to another parser. Give each its own id.`,
      )
    },
  )
})

describe('titles of a parser', () => {
  const read = (title: string) =>
    checkPlan('x', { parsers: [parserOf(() => ({ plan: { phases: [{ id: 'a', title }] }, issues: [] }))] })

  it('become one line', () => {
    expect(read(' One\n  line ').plan?.phases[0]?.title).toBe('One line')
  })

  it('are not empty', () => {
    const { ok, issues } = read('\n')
    expect([ok, issues.map(({ code, message }) => `${code} ${message}`)]).toEqual([
      false,
      [
        'PLAN_SCHEMA The parser "own" returned an invalid plan: phases[0].title: expected a text that is not empty.',
      ],
    ])
  })
})
