/** Agents that speak the Agent Client Protocol as drivers. */
export { type AcpAgentParts, acpAgent } from './lib/acp-agent.ts'
export type { AgentProfile, ErrorRow, UsageSource } from './lib/known/agent-profile.ts'
export { checkAcpAgent } from './lib/option/check-acp-agent.ts'
export { type AcpAbilities, probeAcpAgent } from './lib/probe/probe-acp-agent.ts'
export type { AcpAgentOptions } from './lib/option/acp-agent-options.ts'
export { type KnownAgent, knownAgents, type KnownProfile } from './lib/known/known-agents.ts'
