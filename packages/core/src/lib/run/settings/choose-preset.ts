import type { PlanDraft } from '../../plan/model/plan.ts'
import type { PresetName } from '../../policy/dispatch/setting-values.ts'
import { type Preset, presets } from './presets.ts'

/** The preset chosen for a plan, with the reason. */
export interface PresetChoice {
  /** The name of the preset. */
  preset: PresetName
  /** A clause for people, such as `an execution plan's default`. */
  reason: string
}

/** The parts of a plan that decide its preset. */
export type PresetPlan = Pick<PlanDraft, 'format' | 'typed'> & Partial<Pick<PlanDraft, 'phases'>>

/**
 * Chooses the named preset, or one by the plan's format: each source document of a format describes one way
 * of working.
 */
export const choosePreset = (plan: PresetPlan, named?: PresetName): PresetChoice => {
  if (named !== undefined) return { preset: named, reason: 'as given' }
  switch (plan.format) {
    case 'execution-plan':
      return { preset: 'intelligent', reason: "an execution plan's default" }
    case 'task-heading':
      return { preset: 'taskLoop', reason: 'the default of task headings' }
    case 'subtask-list':
      return isTyped(plan)
        ? { preset: 'phased', reason: "a typed subtask list's default" }
        : { preset: 'subtasks', reason: "an untyped subtask list's default" }
    default:
      return { preset: 'phased', reason: 'the default' }
  }
}

/** Types that were derived from words do not count, so the parser decides where there is a text. */
const isTyped = ({ typed, phases = [] }: PresetPlan): boolean =>
  typed ?? phases.some(({ subtasks = [] }) => subtasks.some(({ type = 'other' }) => type !== 'other'))

/** Returns the settings of a preset: the given ones, or those of its name or of the plan's format. */
export const presetOf = (plan: PresetPlan, given?: PresetName | Preset): Preset =>
  typeof given === 'object' ? given : presets[choosePreset(plan, given).preset]
