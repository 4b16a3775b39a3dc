/** Claude as a driver: Anthropic's agent, through the Claude Agent SDK. */
export type { AgentParts, AgentProblem } from '@amelia/agent-process'
export { checkClaude } from './lib/option/check-claude.ts'
export { claude } from './lib/claude.ts'
export type { ClaudeOptions } from './lib/option/claude-options.ts'
export { createClaude } from './lib/create-claude.ts'
