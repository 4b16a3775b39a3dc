/**
 * An agent for any model with a provider package for the AI SDK. It works on files only, wherever JavaScript
 * runs.
 */
export { apiAgent } from './lib/api-agent.ts'
export type { ApiAgentOptions, TokenPrices } from './lib/option/api-agent-options.ts'
export type {
  ApiModel,
  AssistantPart,
  ModelAnswer,
  ModelCall,
  ModelMessage,
  ModelRequest,
  ModelTool,
  ProviderOptions,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from './lib/model/api-model.ts'
