import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  AmeliaError,
  type CheckOption,
  createRun,
  type Preset,
  presetNames,
  presets,
  type RetryPolicy,
  type RunOptions,
  type RunSettings,
  type WaitPolicy,
} from '../../../index.ts'
import { createScriptedDriver, memoryHost } from '../../../testing.ts'
import type { RulesOf } from '../../error/check/rule.ts'
import { presetRules } from '../boundary/preset-rules.ts'
import { readSettings } from './read-settings.ts'

const steps = Array.from({ length: 7 }, (_, index) => ({
  id: `s${index}`,
  action: 'validation' as const,
  description: 'x',
  command: 'true',
}))
const batched = { phases: [{ id: 'a', title: 'A', subtasks: [{ id: 'a.1', title: 'x', steps }] }] }
const plan = { phases: ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, title: id })) }

/** Runs sessions until no more start; returns the most that ran at once. */
const sessionsAtOnce = async (preset: RunOptions['preset']): Promise<number> => {
  let running = 0
  let most = 0
  const driver = createScriptedDriver(async () => {
    most = Math.max(most, ++running)
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
    running--
  })
  const options = { plan, driver, host: memoryHost(), trust: 'autonomous', reviewers: [] } as const
  await (await createRun({ ...options, ...(preset && { preset }) })).start()
  return most
}

describe('a preset', () => {
  it.each(presetNames)('%s has the same effect by name and as a value', async (name) => {
    const settings = (preset: RunOptions['preset'] & {}) => readSettings({ plan, preset })
    expect(settings({ ...presets[name] })).toEqual(settings(name))
    const phases = async (preset: RunOptions['preset'] & {}) => {
      const { plan: shaped } = await createRun({ plan: batched, preset, host: memoryHost() })
      return shaped.phases.map(({ id }) => id)
    }
    expect(await phases({ ...presets[name] })).toEqual(await phases(name))
    expect(await phases(name)).toHaveLength(name === 'intelligent' ? 3 : 1)
  })

  it('can be copied and changed', async () => {
    expect(await sessionsAtOnce({ ...presets.phased, concurrency: 2 })).toBe(2)
    expect(await sessionsAtOnce('phased')).toBe(4)
    const retry: RetryPolicy = { ...presets.phased.retry, maxAttempts: 7 }
    const preset: Preset = { ...presets.phased, retry }
    expect(readSettings({ plan, preset }).retry.maxAttempts).toBe(7)
    expect(readSettings({ plan, preset, maxAttempts: 3 }).retry.maxAttempts).toBe(3)
  })

  it('needs all settings, and states which ones are missing', async () => {
    const { waits: _, ...partial } = presets.phased
    const given = partial as Preset
    let error: unknown
    try {
      readSettings({ plan, preset: given })
    } catch (thrown) {
      error = thrown
    }
    expect(AmeliaError.is(error, 'OPTION_INVALID') && error.details).toEqual({ option: 'preset' })
    expect(String(error)).toContain('`preset` has no `waits`')
    const create = (preset: unknown) => createRun({ host: memoryHost(), plan, preset: preset as Preset })
    await expect(create({ ...presets.phased, concurrency: 0 })).rejects.toThrow(
      '`preset.concurrency` must be an integer',
    )
    await expect(create({ ...presets.phased, trsut: 'autonomous' })).rejects.toThrow(
      '`preset.trsut` is not known. Did you mean `preset.trust`?',
    )
    await expect(create('fast')).rejects.toThrow('`preset` must be one of phased')
    await expect(create(null)).rejects.toThrow('`preset` must be one of')
  })

  it('has types that programs can name', () => {
    expectTypeOf<Preset['retry']>().toEqualTypeOf<RetryPolicy>()
    expectTypeOf<RunSettings['waits']>().toEqualTypeOf<WaitPolicy>()
    expectTypeOf<NonNullable<RunOptions['verify']>[string]>().toEqualTypeOf<CheckOption>()
  })
})

it('each setting of a preset has a rule', () => {
  expectTypeOf(presetRules).toExtend<RulesOf<Preset>>()
})
