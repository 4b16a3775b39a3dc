import type { ConfigKind } from './config-kind.ts'

/** A flag of agents. */
export interface AgentFlag {
  /** As the help shows it. */
  flag: string
  /** The sentence of the help. */
  about: string
  kind: ConfigKind
  /**
   * Whose a value is: of the first agent, or of the one before its `=` (`codex=gpt-5.5`); of each agent that
   * accepts the flag; or of the run, which passes it to no agent.
   */
  of: 'one' | 'each' | 'run'
}

/**
 * The flags of agents, in the order of the help. The command line, the config file, the settings that are
 * stored with a run and the options of agents derive from them.
 */
export const agentFlags = {
  model: {
    flag: '--model <name>',
    about: "agent's model (default: chosen by the agent); of another agent: AGENT=NAME",
    kind: 'list',
    of: 'one',
  },
  baseUrl: {
    flag: '--base-url <url>',
    about: "server of the agent's model, such as http://127.0.0.1:11434/v1",
    kind: 'list',
    of: 'one',
  },
  apiKeyEnv: {
    flag: '--api-key-env <name>',
    about: 'environment variable with the API key of that server',
    kind: 'list',
    of: 'one',
  },
  agent: {
    flag: '--agent <cmd>',
    about:
      'command of the agent for --driver command, its program relative to the current folder; receives the prompt on stdin, or in place of {prompt}',
    kind: 'text',
    of: 'each',
  },
  agentEnv: {
    flag: '--agent-env <name>',
    about: 'environment variable passed to the --agent command',
    kind: 'list',
    of: 'each',
  },
  maxTurns: {
    flag: '--max-turns <n>',
    about: 'maximum number of model responses in one session (default: 500 for claude, 100 for api)',
    kind: 'number',
    of: 'each',
  },
  idleTimeout: {
    flag: '--idle-timeout <duration>',
    about: 'stop a session that sends no message for this time: 90s, 10m, 2h (default: 30m; 10m for api)',
    kind: 'duration',
    of: 'each',
  },
  sessionTimeout: {
    flag: '--session-timeout <duration>',
    about: 'stop a session that takes longer than this (default: 6h)',
    kind: 'duration',
    of: 'run',
  },
  agentConfig: {
    flag: '--agent-config <file>',
    about: 'JSON file with additional options of the driver',
    kind: 'list',
    of: 'one',
  },
} as const satisfies Record<string, AgentFlag>
