import { describe, expect, it } from 'vitest'
import { createRun, type PresetName } from '../../../index.ts'
import { memoryHost, createScriptedDriver } from '../../../testing.ts'
import { choosePreset } from './choose-preset.ts'
import { presets } from './presets.ts'

describe('choosePreset', () => {
  it.each([
    ['execution-plan', undefined, 'intelligent', "an execution plan's default"],
    ['subtask-list', undefined, 'subtasks', "a subtask list's default"],
    ['phase-table', undefined, 'phased', 'the default'],
    ['execution-plan', 'phased', 'phased', 'as given'],
  ] as const)('for %s and the name %s is %s', (format, named, preset, reason) => {
    expect(choosePreset({ format }, named)).toEqual({ preset, reason })
  })

  it.each([
    ['execution-plan', undefined, 'intelligent'],
    ['subtask-list', undefined, 'subtasks'],
    ['', undefined, 'phased'],
    ['execution-plan', 'taskLoop', 'taskLoop'],
  ] as const)('decides in createRun: %s, %s', async (format, preset, expected) => {
    const host = memoryHost()
    const phases = [{ id: 'a', title: 'A', body: 'Do a.' }]
    const plan = { phases, format }
    const rules = { host, driver: createScriptedDriver(), trust: 'autonomous' } as const
    const run = await createRun({ plan, ...rules, ...(preset && { preset }) })
    await run.start()
    const [head] = await host.store.load(run.id)
    const { settings } = head!.value as { settings: { retry: object; adapt: boolean } }
    const { retry, adapt } = presets[expected as PresetName]
    expect(settings).toMatchObject({ retry, adapt })
  })
})
