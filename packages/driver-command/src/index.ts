/** Any agent with a command line as a driver. */
export { checkCommandAgent } from './lib/check-command-agent.ts'
export { type CommandAgentParts, commandAgent } from './lib/command-agent.ts'
export type { CommandAgentOptions } from './lib/command-agent-options.ts'
