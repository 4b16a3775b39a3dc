/** Claude as a driver: Anthropic's agent, through the Claude Agent SDK. */
export { checkClaude, type ClaudeProblem } from './lib/check-claude.ts'
export { claude } from './lib/claude.ts'
export type { ClaudeOptions, ClaudeParts } from './lib/claude-options.ts'
export { createClaude } from './lib/create-claude.ts'
