import { describe, expect, it } from 'vitest'
import { defineParser, type PlanIssue } from '../../plugin.ts'
import { parserContract } from '../../testing.ts'
import { checkPlan } from './check-plan.ts'

const parserOf = (code: PlanIssue['code'], severity: PlanIssue['severity'] = 'warning') =>
  defineParser({
    id: 'release-notes',
    detect: () => 1,
    parse: () => ({
      plan: { phases: [{ id: '1', title: 'First' }] },
      issues: [{ severity, code, message: 'The date is missing.', line: 1, column: 1 }],
    }),
  })

const read = (code: PlanIssue['code']) => checkPlan('# 1.0', { parsers: [parserOf(code)] })

describe('the codes of a parser', () => {
  it('may be its own, prefixed by its id', () => {
    const { ok, issues } = read('release-notes:DATE_MISSING')
    expect(ok).toBe(true)
    expect(issues.map(({ code }) => code)).toEqual(['release-notes:DATE_MISSING'])
  })

  it.each(['other:DATE_MISSING', 'release-notes:', ':DATE'] as const)('are refused as %s', (code) => {
    const { ok, issues } = read(code)
    expect(ok).toBe(false)
    expect(issues[0]).toMatchObject({ code: 'PLAN_SYNTAX', severity: 'error' })
    expect(issues[0]?.message).toContain(`reported the code "${code}"`)
  })

  it('are checked by the contract of parsers', async () => {
    const check = async (code: PlanIssue['code']) => {
      const cases = parserContract({ parser: parserOf(code), samples: ['# 1.0'] })
      await cases.find(({ name }) => name.startsWith('any text'))!.run()
    }
    await check('release-notes:DATE_MISSING')
    for (const code of ['other:DATE_MISSING', 'NOPE' as 'NO_PHASES'] as const)
      await expect(check(code)).rejects.toThrow(`the code ${code}`)
  })
})

describe('a parser that throws', () => {
  const throws = (): never => {
    throw new Error('its table is missing')
  }
  const parts = { id: 'wiki', detect: () => 1, parse: () => ({ issues: [] }) }
  const message = 'The parser wiki failed: its table is missing. Its contract tests show where.'

  it.each(['detect', 'parse'])('in `%s` makes its failure an error of the plan', (method) => {
    const parser = defineParser({ ...parts, [method]: throws })
    const { ok, issues } = checkPlan('Prose.', { parsers: [parser] })
    expect([ok, issues.map((issue) => [issue.code, issue.message])]).toEqual([
      false,
      [['PLAN_SYNTAX', message]],
    ])
  })

  it('in `parseFiles` makes its failure an error of the plan', () => {
    const parser = defineParser({ ...parts, parseFiles: throws })
    const { ok, issues } = checkPlan([{ path: 'a.md', text: 'Prose.' }], { parsers: [parser] })
    expect([ok, issues.map((issue) => issue.message)]).toEqual([false, [message]])
  })
})

describe('a field that plans do not have', () => {
  it.each([
    [
      'phases: [{ depends }]',
      { phases: [{ id: '1', title: 'First', depends: ['0'] }] },
      'phases[0].dependsOn',
    ],
    [
      'phases: [{ subtasks: [{ step }] }]',
      { phases: [{ id: '1', title: 'First', subtasks: [{ id: '1.1', title: 'Part', step: [] }] }] },
      'phases[0].subtasks[0].steps',
    ],
  ])('is refused instead of lost: %s', (_, plan, meant) => {
    const parser = defineParser({ id: 'wiki', detect: () => 1, parse: () => ({ plan, issues: [] }) })
    const { ok, issues } = checkPlan('Prose.', { parsers: [parser] })
    expect([ok, issues.map(({ code }) => code)]).toEqual([false, ['PLAN_SYNTAX']])
    expect(issues[0]?.message).toMatch(/^The parser "wiki" returned an invalid result from `parse`: /)
    expect(issues[0]?.message).toContain(`Did you mean \`result.plan.${meant}\`?`)
  })
})
