import { choosePreset, type Plan, type PresetName, presets } from '@amelia/core'

/** Whether a run of the plan ends with a review of the final result by default, if it has an agent. */
export const endsWithReview = (
  plan: Pick<Plan, 'format'>,
  { preset, oneSession }: { preset?: PresetName; oneSession?: boolean } = {},
): boolean => presets[choosePreset(oneSession === true ? { format: '' } : plan, preset).preset].finalReview
