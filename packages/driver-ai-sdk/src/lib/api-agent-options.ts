import type { Clock, CommandRunnerV1 } from '@amelia/core/plugin'
import type { ApiModel } from './api-model.ts'

/** Dollars for one token: `{ input: 3 / 1e6, output: 15 / 1e6 }` where a million of them cost 3 and 15. */
export interface TokenPrices {
  input: number
  output: number
  /** For input that the provider had in its cache. Default: `input`. */
  cachedInput?: number
}

/** What goes with every request to the model, as the AI SDK names it. */
export interface ModelCall {
  /** Longest answer, in tokens. Default: the provider's own. */
  maxOutputTokens?: number
  temperature?: number
  topP?: number
  topK?: number
  seed?: number
  headers?: Record<string, string | undefined>
  /** By provider: how much it thinks, what it caches, and what else it knows. */
  providerOptions?: Record<string, Record<string, unknown>>
}

/** How sessions with a model are run. */
export interface ApiAgentOptions {
  /** A model of a provider package of the AI SDK: `openai('...')`, `anthropic('...')`, `createOpenAICompatible(...)('...')`. */
  model: ApiModel
  /** Whose rate limits the sessions share. Default: the model's provider, up to the first dot. */
  provider?: string
  /** The model's window, in tokens, its answer included. Default: 128000. */
  contextTokens?: number
  /** Requests to the model that a session may make. Default: 100. */
  maxSteps?: number
  /** Without prices dollars are not counted, and a budget in dollars is refused. */
  tokenUsd?: TokenPrices
  /** Runs the commands of sessions that may write. Default: none, and they have no tool for it. */
  commands?: CommandRunnerV1 | undefined
  /** Milliseconds that a command may take. Default: 10 minutes. */
  commandTimeoutMs?: number
  /** Milliseconds without an answer of the model until a session counts as hung. Default: 10 minutes. */
  requestTimeoutMs?: number
  /** Sessions that are remembered, to be gone on with; the one that was not used for longest is forgotten first. Default: 100. */
  maxSessions?: number
  /** Added to what the agent is told of its task and its tools. */
  instructions?: string
  call?: ModelCall
  /** Measures how long a session, a request and a command take. Default: the machine's. */
  clock?: Clock
}
