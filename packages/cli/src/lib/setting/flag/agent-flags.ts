import { claudeFlags } from '@amelia/driver-claude/flags'
import { agentNames, driverNames } from '../agent-names.ts'
import { type Flag, runners } from './flag.ts'
import type { ConfigKind } from './config-kind.ts'
import { readNames } from './kind-readers.ts'

/** A flag of agents. */
export interface AgentFlag extends Flag {
  kind: ConfigKind
  /**
   * Whose a value is: of the first agent, or of the one before its `=` (`codex=gpt-5.5`); of each agent that
   * accepts the flag; or of the run, which passes it to no agent.
   */
  of: 'one' | 'each' | 'run'
}

const usesAgents = { on: [...runners, 'plan'], setting: 'process' } as const
const runsAgents = { on: runners, setting: 'process' } as const

/** Makes flags of agents of the flags that a driver describes. */
const flagsOfDriver = <
  Described extends Readonly<Record<string, Pick<AgentFlag, 'flag' | 'about' | 'kind'>>>,
>(
  described: Described,
) =>
  Object.fromEntries(
    Object.entries(described).map(([name, flag]) => [name, { ...flag, of: 'each', ...usesAgents }]),
  ) as { readonly [Name in keyof Described]: Described[Name] & { of: 'each' } & typeof usesAgents }

/** The flags that choose the agents of a run. */
export const driverFlags = {
  driver: {
    flag: '--driver <name>',
    about: `who does the work: ${driverNames.join(', ')}; steps runs the steps written in the plan, without an agent; several agents, separated by commas, in order of failover (default: steps)`,
    kind: 'list',
    reads: readNames,
    as: { plan: { about: `agent that writes the plan: ${agentNames.join(', ')}` } },
    ...usesAgents,
    brief: true,
  },
  modelFor: {
    flag: '--model-for <who=name>',
    about: 'model for developer, reviewer or the id of a phase, such as 2a=NAME',
    kind: 'record',
    ...runsAgents,
  },
  providerFor: {
    flag: '--provider-for <agent=name>',
    about:
      'provider of an agent, such as claude=litellm; agents of one provider share its rate limits (default: the host of its server)',
    kind: 'record',
    ...runsAgents,
  },
} as const satisfies Record<string, Flag>

/**
 * The flags of agents, in the order of the help. The options of agents derive from them too.
 * Those of a single driver come from its package.
 */
export const agentFlags = {
  model: {
    flag: '--model <name>',
    about: "agent's model (default: chosen by the agent); of another agent: AGENT=NAME",
    kind: 'list',
    of: 'one',
    ...usesAgents,
    brief: true,
  },
  baseUrl: {
    flag: '--base-url <url>',
    about: "server of the agent's model, such as http://127.0.0.1:11434/v1",
    kind: 'list',
    of: 'one',
    ...usesAgents,
  },
  apiKeyEnv: {
    flag: '--api-key-env <name>',
    about: 'environment variable with the API key of that server',
    kind: 'list',
    of: 'one',
    ...usesAgents,
  },
  agent: {
    flag: '--agent <cmd>',
    about:
      'command of the agent for --driver command, which receives the prompt on stdin, or in place of {prompt}, and for --driver acp, such as "opencode acp"; its program is relative to the current folder',
    kind: 'text',
    of: 'each',
    ...usesAgents,
    brief: true,
  },
  agentEnv: {
    flag: '--agent-env <name>',
    about: 'environment variable passed to the --agent command, or to an agent of --driver acp',
    kind: 'list',
    of: 'each',
    ...usesAgents,
  },
  maxTurns: {
    flag: '--max-turns <n>',
    about: 'maximum number of model responses in one session (default: 500 for claude, 100 for api)',
    kind: 'number',
    of: 'each',
    ...usesAgents,
  },
  idleTimeout: {
    flag: '--idle-timeout <duration>',
    about: 'stop a session that sends no message for this time: 90s, 10m, 2h (default: 30m; 10m for api)',
    kind: 'duration',
    of: 'each',
    ...usesAgents,
  },
  sessionTimeout: {
    flag: '--session-timeout <duration>',
    about: 'stop a session that takes longer than this (default: 6h)',
    kind: 'duration',
    of: 'run',
    ...usesAgents,
  },
  ...flagsOfDriver(claudeFlags),
  agentConfig: {
    flag: '--agent-config <file>',
    about: 'JSON file with additional options of the driver',
    kind: 'list',
    of: 'one',
    ...usesAgents,
  },
} as const satisfies Record<string, AgentFlag>

/** The flags whose values an agent gets. */
export type AgentFlagName = {
  [Name in keyof typeof agentFlags]: (typeof agentFlags)[Name]['of'] extends 'run' ? never : Name
}[keyof typeof agentFlags]

/** The flags of agents with values of one agent, or of each. */
export const flagsOf = (of: AgentFlag['of']): AgentFlagName[] =>
  Object.entries(agentFlags).flatMap(([name, flag]) => (flag.of === of ? [name as AgentFlagName] : []))
