import { type Clock, type CommandRunnerV1, driverError, timerClock } from '@amelia/core/plugin'
import type { ApiAgentOptions, ModelCall, TokenPrices } from './api-agent-options.ts'
import type { ApiModel } from './api-model.ts'
import { readRecord } from './read-record.ts'

/** The options, each with its value. */
export interface AgentSettings {
  model: ApiModel
  provider: string
  contextTokens: number
  maxSteps: number
  tokenUsd: TokenPrices | undefined
  commands: CommandRunnerV1 | undefined
  commandTimeoutMs: number
  requestTimeoutMs: number
  maxSessions: number
  instructions: string | undefined
  call: ModelCall
  clock: Clock
}

const tenMinutes = 600_000

/** Throws a driver error of the class `environment` where there is no model to talk to. */
export const readSettings = (options: ApiAgentOptions): AgentSettings => {
  const { model } = options
  checkModel(model)
  return {
    model,
    provider: options.provider ?? (model.provider.split('.')[0] || 'api'),
    contextTokens: options.contextTokens ?? 128_000,
    maxSteps: options.maxSteps ?? 100,
    tokenUsd: options.tokenUsd,
    commands: options.commands,
    commandTimeoutMs: options.commandTimeoutMs ?? tenMinutes,
    requestTimeoutMs: options.requestTimeoutMs ?? tenMinutes,
    maxSessions: options.maxSessions ?? 100,
    instructions: options.instructions,
    call: options.call ?? {},
    clock: options.clock ?? timerClock(),
  }
}

const checkModel = (model: unknown): void => {
  const { doGenerate, specificationVersion, provider } = readRecord(model)
  const isModel =
    typeof doGenerate === 'function' &&
    typeof provider === 'string' &&
    (specificationVersion === 'v3' || specificationVersion === 'v4')
  if (isModel) return
  throw driverError('environment', {
    message:
      'The option `model` has to be a model of a provider package of the AI SDK, version 6 or later: `openai("...")` of @ai-sdk/openai, for instance, not its name alone.',
  })
}
