/** Codex as a driver: OpenAI's agent, on OpenAI's models or any server for the Responses API. */
export type { AgentParts, AgentProblem } from '@amelia/agent-process'
export { checkCodex } from './lib/option/check-codex.ts'
export { codex } from './lib/codex.ts'
export type { CodexOptions, CodexSandbox } from './lib/option/codex-options.ts'
export { createCodex } from './lib/create-codex.ts'
