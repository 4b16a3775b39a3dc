import { AmeliaError } from '../../error/amelia-error.ts'
import type { Check, RunSettings } from '../../machine/state/run-settings.ts'
import { type SettingValue, settingValues } from '../../policy/dispatch/setting-values.ts'
import type { RetryPolicy, WaitPolicy } from '../../policy/failure/retry-policy.ts'
import { presetOf, type PresetPlan } from './choose-preset.ts'
import { type Preset, presetNames, presets } from './presets.ts'
import { readBudget } from './read-budget.ts'
import { readReview } from './read-review.ts'
import type { CheckOption, RunOptions } from './option/run-options.ts'
import { describeValue } from '../../error/check/describe-value.ts'

/** The options of a run that settings are derived from. */
export type SettingsOptions = Omit<RunOptions, 'host'>

/**
 * Derives the settings of a run from its preset and the options that override it. Throws `OPTION_INVALID`.
 */
export const readSettings = (options: SettingsOptions): Omit<RunSettings, 'execution'> => {
  const preset = readPreset(options)
  const choose = <Key extends Exclude<keyof typeof settingValues, 'messageStyle'>>(
    key: Key,
  ): SettingValue<Key> => oneOf<SettingValue<Key>>(key, options[key] ?? preset[key], settingValues[key])
  const flag = (
    key:
      | 'batchCheckpointEnabled'
      | 'autoApproveLowRiskBatches'
      | 'parallelSubtasks'
      | 'adapt'
      | 'preValidate'
      | 'finalReview',
  ): boolean => oneOf(key, options[key] ?? preset[key], [true, false])
  const finalReview = flag('finalReview')
  const { messageStyle = 'plain' } = options
  oneOf('messageStyle', messageStyle, settingValues.messageStyle)
  const settings: Omit<RunSettings, 'execution'> = {
    concurrency: options.inPlace ? 1 : whole('concurrency', options.concurrency ?? preset.concurrency),
    ...(options.verifyConcurrency !== undefined && {
      verifyConcurrency: whole('verifyConcurrency', options.verifyConcurrency),
    }),
    onFailure: choose('onFailure'),
    order: choose('order'),
    trust: choose('trust'),
    batchCheckpointEnabled: flag('batchCheckpointEnabled'),
    autoApproveLowRiskBatches: flag('autoApproveLowRiskBatches'),
    checkpoints: options.checkpoint ? 'custom' : 'trust',
    review: readReview({ ...options, finalReview }),
    units: choose('units'),
    parallelSubtasks: options.inPlace !== true && flag('parallelSubtasks'),
    steps: choose('steps'),
    adapt: flag('adapt'),
    preValidate: flag('preValidate'),
    finalReview,
    ...(options.retryRule && { retryRule: true as const }),
    retry: readRetry({
      ...preset.retry,
      ...given(options.retry),
      ...given({ maxAttempts: options.maxAttempts }),
    }),
    waits: readWaits(preset.waits, options.waits),
    planApproved: options.planApproved ?? false,
    budget: readBudget('budget', options.budget ?? preset.budget),
    phaseBudget: readBudget('phaseBudget', options.phaseBudget ?? preset.phaseBudget),
    ...(options.allowSecrets?.length && { allowSecrets: [...options.allowSecrets] }),
    hooks: choose('hooks'),
    tdd: options.plan.tddApproach === false && options.tdd === undefined ? 'off' : choose('tdd'),
    ...((options.tdd === 'static' || options.tdd === 'full') && { strictTdd: true as const }),
    publish: choose('publish'),
    ...(messageStyle === 'conventional' && { messageStyle }),
    artefacts: choose('artefacts'),
    ...(options.tick === false && { tick: false as const }),
    checks: Object.entries(options.verify ?? {}).map(([name, option]) => readCheck(name, option)),
  }
  if (options.allowDirty && !options.inPlace)
    throw invalid(
      'allowDirty',
      '`allowDirty` needs `inPlace`: other runs do not change the checkout. Omit it.',
    )
  if (options.parallelSubtasks && settings.units !== 'subtask')
    throw invalid(
      'parallelSubtasks',
      `\`parallelSubtasks\` needs \`units: "subtask"\`; got "${settings.units}".`,
    )
  if (settings.tdd === 'full' && !settings.checks.some(({ name }) => name === 'test'))
    throw invalid('tdd', '`tdd: "full"` needs the test command: set `verify.test`.')
  return settings
}

/** A plan that runs as one phase has no format, because its batches and subtasks are not run separately. */
const shapedPlan = ({ plan, enablePhasedExecution = true }: SettingsOptions): PresetPlan =>
  enablePhasedExecution ? plan : {}

const readPreset = (options: SettingsOptions): Preset => {
  const { preset: given } = options
  // Callers without type checks may pass anything, also a part of a preset.
  if (given === undefined || typeof given !== 'object' || given === null) {
    if (given !== undefined) oneOf('preset', given, presetNames)
    return presetOf(shapedPlan(options), given)
  }
  const missing = Object.keys(presets.phased).filter((key) => given[key as keyof Preset] === undefined)
  if (missing.length === 0) return given
  throw invalid(
    'preset',
    `\`preset\` has no ${missing.map((key) => `\`${key}\``).join(', ')}. Copy a preset and change it: \`{ ...presets.phased, concurrency: 2 }\`.`,
  )
}

const readRetry = (retry: RetryPolicy): RetryPolicy => {
  whole('maxAttempts', retry.maxAttempts)
  whole('retry.maxReviewRounds', retry.maxReviewRounds)
  oneOf('retry.session', retry.session, ['fresh', 'continue'])
  oneOf('retry.reviewSession', retry.reviewSession, ['fresh', 'continue'])
  oneOf('retry.workspace', retry.workspace, ['reset', 'keep'])
  oneOf('retry.when', retry.when, ['now', 'siblings'])
  oneOf('retry.onExhausted', retry.onExhausted, ['fail', 'ask'])
  return retry
}

const readWaits = (preset: WaitPolicy, wanted: RunOptions['waits'] = {}): WaitPolicy => {
  const waits: WaitPolicy = {
    transient: { ...preset.transient, ...given(wanted.transient) },
    rateLimited: { ...preset.rateLimited, ...given(wanted.rateLimited) },
  }
  for (const [name, values] of Object.entries(waits))
    for (const [key, value] of Object.entries(values as Record<string, number>))
      if (!Number.isSafeInteger(value) || value < 0)
        throw invalid(
          'waits',
          `\`waits.${name}.${key}\` must be an integer of at least 0; got ${describeValue(value)}.`,
        )
  return waits
}

/** Checks that need the implementation by default. */
const whenGreen = new Set(['typecheck', 'build'])

const readCheck = (name: string, option: CheckOption): Check => {
  const { command, when, optional } = isCommand(option)
    ? { command: option, when: undefined, optional: undefined }
    : option
  // Callers without type checks may pass the command as a string.
  const argv: unknown = command
  if (!Array.isArray(argv))
    throw invalid('verify', `Check "${name}" must be an array of the program and its arguments.`)
  if (argv.length === 0 || argv[0] === '') throw invalid('verify', `Check "${name}" has no command.`)
  const usual = whenGreen.has(name) ? 'green' : 'always'
  return {
    name,
    argv: [...(argv as string[])],
    when: oneOf(`verify.${name}.when`, when ?? usual, ['always', 'green', 'end']),
    optional: optional ?? false,
  }
}

const isCommand = (option: CheckOption): option is readonly string[] =>
  Array.isArray(option) || typeof option !== 'object'

/** Removes undefined values, which do not override a default. */
const given = <Values extends object>(values: Values | undefined): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values ?? {}).filter(([, value]) => value !== undefined),
  ) as Partial<Values>

const invalid = (option: string, message: string): AmeliaError =>
  new AmeliaError('OPTION_INVALID', message, { option })

const whole = (option: string, value: number): number => {
  if (Number.isSafeInteger(value) && value >= 1) return value
  throw invalid(option, `\`${option}\` must be an integer of at least 1; got ${describeValue(value)}.`)
}

const oneOf = <Value>(option: string, value: Value, allowed: readonly Value[]): Value => {
  if (allowed.includes(value)) return value
  throw invalid(option, `\`${option}\` must be one of ${allowed.join(', ')}; got "${String(value)}".`)
}
