/** Who does the work. It is not stored with a run: a resume needs the flags again. */
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
} as const satisfies Record<keyof AgentFlags, string>
