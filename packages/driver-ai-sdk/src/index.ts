/** An agent of any model that the AI SDK has a provider for. It works on files alone, wherever JavaScript runs. */
export { apiAgent } from './lib/api-agent.ts'
export type { ApiAgentOptions, ModelCall, TokenPrices } from './lib/api-agent-options.ts'
export type {
  ApiModel,
  ModelAnswer,
  ModelMessage,
  ModelRequest,
  ModelTool,
} from './lib/api-model.ts'
