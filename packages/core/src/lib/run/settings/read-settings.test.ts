import { describe, expect, it } from 'vitest'
import { createScriptedDriver } from '../../testing/driver/scripted-driver.ts'
import { memoryHost } from '../../testing/memory/memory-host.ts'
import { checkOptions } from '../../error/check/check-options.ts'
import { optionRules } from '../boundary/option-rules.ts'
import { presets } from './presets.ts'
import { readSettings } from './read-settings.ts'
import type { RunOptions } from './option/run-options.ts'

/** Checks and reads options, as `createRun` does. */
const read = (options: Partial<RunOptions>) => {
  const all: RunOptions = { host: memoryHost(), plan: { phases: [] }, ...options }
  checkOptions<object>('createRun', all, optionRules.createRun)
  return readSettings(all)
}
/** Reads options that the types do not allow. */
const readUnknown = (options: Record<string, unknown>) => read(options)

const unreviewed = { checkpoints: 'trust', review: { phase: false, run: false } } as const

describe('readSettings', () => {
  it('starts with the preset', () => {
    expect(read({})).toEqual({ ...presets.phased, planApproved: false, checks: [], ...unreviewed })
    expect(read({ preset: 'phased' })).toEqual(read({}))
  })

  it('lets every option override the preset', () => {
    const options = {
      concurrency: 9,
      onFailure: 'continue',
      trust: 'paranoid',
      units: 'step',
      maxAttempts: 7,
      planApproved: true,
      hooks: 'off',
    } as const
    const { maxAttempts, ...rules } = options
    const retry = { ...presets.phased.retry, maxAttempts }
    expect(read(options)).toEqual({ ...presets.phased, ...rules, retry, checks: [], ...unreviewed })
  })

  it('has the agent review the final result with the preset `intelligent`, unless the option says otherwise', () => {
    const driver = createScriptedDriver()
    const run = (options: Partial<RunOptions>) => read({ driver, ...options }).review.run
    expect(run({ preset: 'intelligent' })).toBe('agent')
    expect(run({ plan: { phases: [], format: 'execution-plan' } })).toBe('agent')
    expect(run({ preset: 'intelligent', finalReview: false })).toBe(false)
    expect(run({ preset: 'phased' })).toBe(false)
    expect(run({ preset: 'phased', finalReview: true })).toBe('agent')
    expect(run({ preset: 'intelligent', reviewers: [] })).toBe(false)
    expect(read({ preset: 'intelligent' })).toMatchObject({ finalReview: true, review: { run: false } })
  })

  it('keeps the checks in order, as copies', () => {
    const test = ['npm', 'test']
    const { checks } = read({ verify: { test, lint: ['eslint', '.'] } })
    expect(checks).toEqual([
      { name: 'test', argv: ['npm', 'test'], when: 'always', optional: false },
      { name: 'lint', argv: ['eslint', '.'], when: 'always', optional: false },
    ])
    test.push('x')
    expect(checks[0]!.argv).toHaveLength(2)
  })

  it.each([
    ['concurrency', 0],
    ['concurrency', 1.5],
    ['concurrency', Number.NaN],
    ['concurrency', '4'],
    ['maxAttempts', -1],
    ['maxAttempts', Number.POSITIVE_INFINITY],
    ['onFailure', 'stop'],
    ['trust', 'total'],
    ['units', ''],
    ['hooks', true],
    ['finalReview', 'yes'],
    ['preset', 'none'],
    ['preset', '__proto__'],
    ['preset', 'toString'],
    ['verify', { test: [] }],
    ['verify', { test: [''] }],
    ['verify', { test: 'npm test' }],
  ])('refuses %s = %j by name', (option, value) => {
    expect(() => readUnknown({ [option]: value })).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', details: { option } }),
    )
  })
})
