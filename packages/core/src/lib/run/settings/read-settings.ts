import { invalidOption } from '../../error/check/check-options.ts'
import type { Check, RunSettings } from '../../machine/state/run-settings.ts'
import type { WaitPolicy } from '../../policy/failure/retry-policy.ts'
import { presetOf, type PresetPlan } from './choose-preset.ts'
import { type Preset, presets } from './presets.ts'
import { definedOf } from './defined-of.ts'
import { readReview } from './read-review.ts'
import type { CheckOption, RunOptions } from './option/run-options.ts'

/** The options of a run that settings are derived from. */
export type SettingsOptions = Omit<RunOptions, 'host'>

/**
 * Derives the settings of a run from its preset and the options that override it. Throws `OPTION_INVALID`.
 */
export const readSettings = (options: SettingsOptions): Omit<RunSettings, 'execution'> => {
  const preset = readPreset(options)
  const choose = <Key extends keyof Preset & keyof SettingsOptions>(key: Key): Preset[Key] =>
    (options[key] as Preset[Key] | undefined) ?? preset[key]
  const finalReview = choose('finalReview')
  const settings: Omit<RunSettings, 'execution'> = {
    concurrency: options.inPlace ? 1 : choose('concurrency'),
    ...(options.verifyConcurrency !== undefined && {
      verifyConcurrency: options.verifyConcurrency,
    }),
    onFailure: choose('onFailure'),
    order: choose('order'),
    trust: choose('trust'),
    batchCheckpointEnabled: choose('batchCheckpointEnabled'),
    autoApproveLowRiskBatches: choose('autoApproveLowRiskBatches'),
    checkpoints: options.checkpoint ? 'custom' : 'trust',
    review: readReview({ ...options, finalReview }),
    units: choose('units'),
    parallelSubtasks: options.inPlace !== true && choose('parallelSubtasks'),
    steps: choose('steps'),
    adapt: choose('adapt'),
    preValidate: choose('preValidate'),
    finalReview,
    ...(options.retryRule && { retryRule: true as const }),
    retry: {
      ...preset.retry,
      ...definedOf(options.retry),
      ...definedOf({ maxAttempts: options.maxAttempts }),
    },
    waits: readWaits(preset.waits, options.waits),
    planApproved: options.planApproved ?? false,
    budget: definedOf(choose('budget')),
    phaseBudget: definedOf(choose('phaseBudget')),
    ...(options.allowSecrets?.length && { allowSecrets: [...options.allowSecrets] }),
    hooks: choose('hooks'),
    tdd: options.plan.tddApproach === false && options.tdd === undefined ? 'off' : choose('tdd'),
    ...((options.tdd === 'static' || options.tdd === 'full') && { strictTdd: true as const }),
    publish: choose('publish'),
    ...(options.messageStyle === 'conventional' && { messageStyle: options.messageStyle }),
    artifacts: choose('artifacts'),
    ...(options.tick === false && { tick: false as const }),
    checks: Object.entries(options.verify ?? {}).map(([name, option]) => readCheck(name, option)),
  }
  if (options.parallelSubtasks && settings.units !== 'subtask')
    throw invalidOption(
      'parallelSubtasks',
      `\`parallelSubtasks\` needs \`units: "subtask"\`; got "${settings.units}".`,
    )
  if (settings.tdd === 'full' && !settings.checks.some(({ name }) => name === 'test'))
    throw invalidOption('tdd', '`tdd: "full"` needs the test command: set `verify.test`.')
  return settings
}

/** A plan that runs as one phase has no format, because its batches and subtasks are not run separately. */
const shapedPlan = ({ plan, enablePhasedExecution = true }: SettingsOptions): PresetPlan =>
  enablePhasedExecution ? plan : {}

const readPreset = (options: SettingsOptions): Preset => {
  const { preset: given } = options
  if (typeof given !== 'object') return presetOf(shapedPlan(options), given)
  const missing = Object.keys(presets.phased).filter((key) => given[key as keyof Preset] === undefined)
  if (missing.length === 0) return given
  throw invalidOption(
    'preset',
    `\`preset\` has no ${missing.map((key) => `\`${key}\``).join(', ')}. Copy a preset and change it: \`{ ...presets.phased, concurrency: 2 }\`.`,
  )
}

const readWaits = (preset: WaitPolicy, wanted: RunOptions['waits'] = {}): WaitPolicy => ({
  transient: { ...preset.transient, ...definedOf(wanted.transient) },
  rateLimited: { ...preset.rateLimited, ...definedOf(wanted.rateLimited) },
})

/** Checks that need the implementation by default. */
const whenGreen = new Set(['typecheck', 'build'])

const readCheck = (name: string, option: CheckOption): Check => {
  const usual = whenGreen.has(name) ? 'green' : 'always'
  const { command, when = usual, optional = false } = isCommand(option) ? { command: option } : option
  return { name, argv: [...command], when, optional }
}

const isCommand = (option: CheckOption): option is readonly string[] => Array.isArray(option)
