/** Codex as a driver: OpenAI's agent, on OpenAI's models or any server that speaks the Responses API. */
export { type CodexProblem, checkCodex } from './lib/check-codex.ts'
export { codex } from './lib/codex.ts'
export type { CodexOptions, CodexParts, CodexSandbox } from './lib/codex-options.ts'
export { createCodex } from './lib/create-codex.ts'
