import type { Plan } from '../../plan/model/plan.ts'
import { type Preset, type PresetName, presets } from './presets.ts'

/** The preset chosen for a plan, with the reason. */
export interface PresetChoice {
  /** The name of the preset. */
  preset: PresetName
  /** A clause for people, such as `an execution plan's default`. */
  reason: string
}

/** Chooses the named preset, or one by the plan's format. */
export const choosePreset = ({ format }: Pick<Plan, 'format'>, named?: PresetName): PresetChoice => {
  if (named !== undefined) return { preset: named, reason: 'as given' }
  if (format === 'execution-plan') return { preset: 'intelligent', reason: "an execution plan's default" }
  if (format === 'subtask-list') return { preset: 'subtasks', reason: "a subtask list's default" }
  return { preset: 'phased', reason: 'the default' }
}

/** Returns the settings of a preset: the given ones, or those of its name or of the plan's format. */
export const presetOf = (plan: Pick<Plan, 'format'>, given?: PresetName | Preset): Preset =>
  typeof given === 'object' ? given : presets[choosePreset(plan, given).preset]
