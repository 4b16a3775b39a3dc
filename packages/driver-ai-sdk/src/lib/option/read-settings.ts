import {
  AmeliaError,
  checkOptions,
  driverError,
  pluginRules,
  rules,
  type RulesOf,
  timerClock,
} from '@amelia/core/plugin'
import type { ApiAgentOptions, TokenPrices } from './api-agent-options.ts'
import type { ModelCall } from '../model/api-model.ts'
import type { WaitSettings } from '../model/ask-patiently.ts'
import { readRecord } from '../read-record.ts'

/** The options with defaults applied. */
export interface AgentSettings extends WaitSettings {
  contextTokens: number
  maxSteps: number
  tokenUsd: TokenPrices | undefined
  /** Whether sessions that may write have the tool `run`. */
  commands: boolean
  commandTimeoutMs: number
  maxSessions: number
  instructions: string | undefined
  /** The settings for a session that asks for a model by its name. */
  withModel(name: string | undefined): AgentSettings
}

const tenMinutes = 600_000
const { optional } = rules

const number = optional({ expected: 'a number', is: Number.isFinite })

const callRules: RulesOf<ModelCall> = {
  maxOutputTokens: optional(rules.count),
  temperature: number,
  topP: number,
  topK: number,
  seed: number,
  headers: optional(rules.object),
  providerOptions: optional(rules.object),
}

/** The model and `commands` are checked below, because their error names the package to use. */
const apiAgentRules: RulesOf<ApiAgentOptions> = {
  model: rules.anything,
  modelOf: optional(rules.function),
  provider: optional(rules.name),
  contextTokens: optional(rules.count),
  maxSteps: optional(rules.count),
  tokenUsd: optional(
    rules.record({ input: rules.amount, output: rules.amount, cachedInput: optional(rules.amount) }),
  ),
  commands: rules.anything,
  commandTimeoutMs: optional(rules.milliseconds),
  requestTimeoutMs: optional(rules.milliseconds),
  // A negative limit means no wait.
  waitLimitMs: optional({ expected: 'a number', is: (value) => typeof value === 'number' }),
  maxSessions: optional(rules.amount),
  instructions: optional(rules.text),
  call: optional(rules.record(callRules)),
  clock: optional(pluginRules.clock),
}

/** Applies the defaults to the options. Throws `OPTION_INVALID`. */
export const readSettings = (options: ApiAgentOptions): AgentSettings => {
  checkOptions('apiAgent', options, apiAgentRules)
  const { model } = options
  if (!isModel(model)) throw invalid('model', `The option \`model\` ${mustBeModel}`)
  checkCommands(options.commands)
  const settings: AgentSettings = {
    withModel(name) {
      if (name === undefined || name === model.modelId) return settings
      if (!options.modelOf)
        throw driverError('environment', {
          message: `The session asks for the model "${name}", but the driver has only one. Give the option \`modelOf\`, or ask for no model.`,
        })
      const other = options.modelOf(name)
      if (!isModel(other))
        throw driverError('environment', { message: `\`modelOf("${name}")\` ${mustBeModel}` })
      return { ...settings, model: other }
    },
    model,
    provider: options.provider ?? (model.provider.split('.')[0] || 'api'),
    contextTokens: options.contextTokens ?? 128_000,
    maxSteps: options.maxSteps ?? 100,
    tokenUsd: options.tokenUsd,
    commands: options.commands ?? false,
    commandTimeoutMs: options.commandTimeoutMs ?? tenMinutes,
    requestTimeoutMs: options.requestTimeoutMs ?? tenMinutes,
    waitLimitMs: options.waitLimitMs ?? 90_000,
    maxSessions: options.maxSessions ?? 100,
    instructions: options.instructions,
    call: options.call ?? {},
    clock: options.clock ?? timerClock(),
  }
  return settings
}

/** Refuses anything but a boolean, such as a runner. */
const checkCommands = (commands: unknown): void => {
  if (commands === undefined || typeof commands === 'boolean') return
  throw invalid(
    'commands',
    "The option `commands` must be true or false. Give the runner to the host: it runs the commands of the run's sessions.",
  )
}

const isModel = (model: unknown): boolean => {
  const { doGenerate, specificationVersion, provider } = readRecord(model)
  return (
    typeof doGenerate === 'function' &&
    typeof provider === 'string' &&
    (specificationVersion === 'v3' || specificationVersion === 'v4')
  )
}

const mustBeModel =
  'must be a model object from a provider package of the AI SDK (version 6 or later), such as `openai("...")` from @ai-sdk/openai. A name alone is not enough.'

const invalid = (option: string, message: string): AmeliaError =>
  new AmeliaError('OPTION_INVALID', message, { option })
