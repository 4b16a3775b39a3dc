import type { Clock } from '@amelia/core/plugin'
import type { ApiModel, ModelCall } from '../model/api-model.ts'

/** Dollars per token: `{ input: 3 / 1e6, output: 15 / 1e6 }` for prices of 3 and 15 dollars per million. */
export interface TokenPrices {
  /** Price of a token that the model reads. */
  input: number
  /** Price of a token that the model writes. */
  output: number
  /** Price of cached input. Default: `input`. */
  cachedInput?: number
}

/** Options of an agent. */
export interface ApiAgentOptions {
  /**
   * A model from a provider package of the AI SDK: `openai('...')`, `anthropic('...')`,
   * `createOpenAICompatible(...)('...')`.
   */
  model: ApiModel
  /** Returns the model of a session that asks for another one by its name. Default: such a session fails. */
  modelOf?: ((name: string) => ApiModel) | undefined
  /**
   * Key for rate limits: agents with the same provider share them. Default: the model's provider, up to the
   * first dot.
   */
  provider?: string | undefined
  /** Size of the model's context window in tokens, response included. Default: 128000. */
  contextTokens?: number | undefined
  /** The most model requests in one session. Default: 100. */
  maxSteps?: number | undefined
  /** Prices. Without them dollars are not counted, and a dollar budget is refused. */
  tokenUsd?: TokenPrices | undefined
  /**
   * Whether sessions that may write have the tool `run`, which runs programs with the host's command runner.
   * Default: false.
   */
  commands?: boolean | undefined
  /** The longest time a command may take, in milliseconds. Default: 10 minutes. */
  commandTimeoutMs?: number | undefined
  /**
   * The longest time the model may take to respond before the session counts as hung, in milliseconds.
   * Default: 10 minutes.
   */
  requestTimeoutMs?: number | undefined
  /**
   * How long a session waits until the provider accepts its request, in milliseconds: the sum of waits for
   * one answer. Beyond it the session ends, and the run continues it later. Default: 90 s.
   */
  waitLimitMs?: number | undefined
  /** The most conversations kept for resuming; the least recently used is dropped first. Default: 100. */
  maxSessions?: number | undefined
  /** Text added to the system prompt. */
  instructions?: string | undefined
  /** Settings of every request. */
  call?: ModelCall | undefined
  /** Measures the time of sessions, requests and commands. Default: the system clock. */
  clock?: Clock | undefined
}
