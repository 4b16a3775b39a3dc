import type { ConfigPlugins } from './config/read-plugins.ts'

/**
 * Flags that choose the agents and their options. They are stored with a run.
 *
 * A value of `model`, `baseUrl`, `apiKeyEnv` and `agentConfig` belongs to the first agent, or to the one
 * before its `=`: `codex=gpt-5.5`.
 */
export interface DriverFlags {
  /** Plugins of the config file, in place of agents by name. */
  plugins?: ConfigPlugins
  /** Names of agents, in order of failover, or `steps`. */
  driver?: string[]
  model?: string[]
  /** Base URL of the server of the agent's model. */
  baseUrl?: string[]
  /** Name of the environment variable with the API key of that server. */
  apiKeyEnv?: string[]
  /** Command of the agent, for `--driver command`. Its program is relative to the caller's folder. */
  agent?: string
  /** Names of environment variables passed to that command. */
  agentEnv?: string[]
  /** Maximum number of model responses in one session. */
  maxTurns?: number
  /** Milliseconds without a message after which a session counts as hung. */
  idleTimeout?: number
  /** Milliseconds that a session may take. */
  sessionTimeout?: number
  /** JSON file with additional options of the driver. */
  agentConfig?: string[]
  /** Models by role or phase: `reviewer=NAME`, `2a=NAME`. */
  modelFor?: string[]
  /** Providers by agent: `claude=NAME`. Agents of one provider share its rate limits. */
  providerFor?: string[]
}

/** The options of one agent. */
export interface AgentFlags {
  model?: string
  baseUrl?: string
  apiKeyEnv?: string
  agent?: string
  agentEnv?: string[]
  maxTurns?: number
  idleTimeout?: number
  agentConfig?: string
  /** Key for rate limits. */
  provider?: string
}

/** The flag of each option of an agent. */
export const agentFlagNames = {
  model: '--model',
  baseUrl: '--base-url',
  apiKeyEnv: '--api-key-env',
  agent: '--agent',
  agentEnv: '--agent-env',
  maxTurns: '--max-turns',
  idleTimeout: '--idle-timeout',
  agentConfig: '--agent-config',
  provider: '--provider-for',
} as const satisfies Record<keyof AgentFlags, string>
