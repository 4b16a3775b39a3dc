/** Flags that choose a driver and its options. They are not stored with a run: `resume` needs them again. */
export interface DriverFlags {
  driver?: string
  model?: string
  /** Base URL of the server of the agent's model. */
  baseUrl?: string
  /** Name of the environment variable with the API key of that server. */
  apiKeyEnv?: string
  /** Command of the agent, for `--driver command`. */
  agent?: string
  /** Names of environment variables passed to that command. */
  agentEnv?: string[]
  /** Maximum number of model responses in one session. */
  maxTurns?: number
  /** Milliseconds without a message after which a session counts as hung. */
  idleTimeout?: number
  /** JSON file with additional options of the driver. */
  agentConfig?: string
}

/** The options of an agent, without its name. */
export type AgentFlags = Omit<DriverFlags, 'driver'>

/** The flag of each option. */
export const agentFlagNames = {
  model: '--model',
  baseUrl: '--base-url',
  apiKeyEnv: '--api-key-env',
  agent: '--agent',
  agentEnv: '--agent-env',
  maxTurns: '--max-turns',
  idleTimeout: '--idle-timeout',
  agentConfig: '--agent-config',
} as const satisfies Record<keyof AgentFlags, string>

/** Lists the command-line arguments for the options of an agent. */
export const writeAgentFlags = (flags: AgentFlags): string[] =>
  (Object.keys(agentFlagNames) as (keyof AgentFlags)[]).flatMap((flag) =>
    [flags[flag] ?? []]
      .flat()
      .flatMap((value) => [
        agentFlagNames[flag],
        flag === 'idleTimeout' ? `${Number(value) / 1_000}s` : String(value),
      ]),
  )
