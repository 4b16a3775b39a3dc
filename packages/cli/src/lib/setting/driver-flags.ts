/** Flags that choose a driver and its options. They are not stored with a run: `resume` needs them again. */
export interface DriverFlags {
  driver?: string
  model?: string
  /** The address of a server for the agent's model. */
  baseUrl?: string
  /** Name of the variable with the key of that server. */
  apiKeyEnv?: string
  /** The command of `--driver command`. */
  agent?: string
  /** Names of variables that this command inherits. */
  agentEnv?: string[]
  /** The most model responses in one session. */
  maxTurns?: number
  /** Milliseconds without a message after which a session counts as hung. */
  idleTimeout?: number
  /** A JSON file with more options of the driver. */
  agentConfig?: string
}

/** The flags of an agent, without its name. */
export type AgentFlags = Omit<DriverFlags, 'driver'>

/** The flags of an agent as they are written. */
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

/** Writes flags of an agent as words of a command. */
export const writeAgentFlags = (flags: AgentFlags): string[] =>
  (Object.keys(agentFlagNames) as (keyof AgentFlags)[]).flatMap((flag) =>
    [flags[flag] ?? []]
      .flat()
      .flatMap((value) => [
        agentFlagNames[flag],
        flag === 'idleTimeout' ? `${Number(value) / 1_000}s` : String(value),
      ]),
  )
