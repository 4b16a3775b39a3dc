import { describe, expect, it } from 'vitest'
import { createRun, type PlanDraft, type PresetName } from '../../../index.ts'
import { memoryHost, createScriptedDriver } from '../../../testing.ts'
import { choosePreset } from './choose-preset.ts'
import { presets } from './presets.ts'

const withType = (type?: 'test' | 'other'): PlanDraft['phases'] => [
  { id: 'a', title: 'A', subtasks: [{ id: 'a1', title: 'A', ...(type && { type }) }] },
]

describe('choosePreset', () => {
  it.each([
    ['execution-plan', undefined, 'intelligent', "an execution plan's default"],
    ['task-heading', undefined, 'taskLoop', 'the default of task headings'],
    ['subtask-list', undefined, 'subtasks', "an untyped subtask list's default"],
    ['phase-table', undefined, 'phased', 'the default'],
    ['checklist', undefined, 'phased', 'the default'],
    ['prp', undefined, 'phased', 'the default'],
    ['gsd-plan', undefined, 'phased', 'the default'],
    ['execution-plan', 'phased', 'phased', 'as given'],
    ['task-heading', 'phased', 'phased', 'as given'],
  ] as const)('for %s and the name %s is %s', (format, named, preset, reason) => {
    expect(choosePreset({ format }, named)).toEqual({ preset, reason })
  })

  it('is phased for a subtask list whose text states types', () => {
    expect(choosePreset({ format: 'subtask-list', typed: true, phases: withType() })).toEqual({
      preset: 'phased',
      reason: "a typed subtask list's default",
    })
  })

  it('ignores the types that words imply', () => {
    const plan = { format: 'subtask-list', typed: false, phases: withType('test') }
    expect(choosePreset(plan).preset).toBe('subtasks')
  })

  it.each([
    [undefined, 'subtasks'],
    ['other', 'subtasks'],
    ['test', 'phased'],
  ] as const)('for a list made in code with the type %s is %s', (type, preset) => {
    expect(choosePreset({ format: 'subtask-list', phases: withType(type) }).preset).toBe(preset)
  })

  it.each([
    [{ format: 'execution-plan' }, undefined, 'intelligent'],
    [{ format: 'subtask-list' }, undefined, 'subtasks'],
    [{ format: 'subtask-list', typed: true }, undefined, 'phased'],
    [{ format: 'task-heading' }, undefined, 'taskLoop'],
    [{ format: '' }, undefined, 'phased'],
    [{ format: 'execution-plan' }, 'taskLoop', 'taskLoop'],
  ] as const)('decides in createRun: %j, %s', async (from, preset, expected) => {
    expect(
      await settingsOf({ ...from, phases: [{ id: 'a', title: 'A', body: 'Do a.' }] }, { preset }),
    ).toEqual(partsOf(presets[expected as PresetName]))
  })

  it.each(['execution-plan', 'task-heading', 'subtask-list'])(
    'is phased for a plan of the format %s that runs as one phase',
    async (format) => {
      const plan = { format, phases: [{ id: 'a', title: 'A', body: 'Do a.' }] }
      expect(await settingsOf(plan, { enablePhasedExecution: false })).toEqual(partsOf(presets.phased))
    },
  )
})

const partsOf = ({ retry, adapt, units }: { retry: object; adapt: boolean; units: string }) => ({
  retry,
  adapt,
  units,
})

/** Returns the settings of a run that differ between presets. */
const settingsOf = async (
  plan: PlanDraft,
  { preset, ...more }: { preset?: PresetName | undefined; enablePhasedExecution?: boolean },
) => {
  const host = memoryHost()
  const rules = { host, driver: createScriptedDriver(), trust: 'autonomous', ...more } as const
  const run = await createRun({ plan, ...rules, ...(preset && { preset }) })
  await run.start()
  const [head] = await host.store.load(run.id)
  return partsOf((head!.value as { settings: Parameters<typeof partsOf>[0] }).settings)
}
