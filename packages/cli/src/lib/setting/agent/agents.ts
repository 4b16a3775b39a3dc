import type { DriverV1 } from '@amelia/core'
import type { AcpAgentOptions, KnownAgent } from '@amelia/driver-acp'
import type { ApiAgentOptions } from '@amelia/driver-ai-sdk'
import type { ClaudeOptions } from '@amelia/driver-claude'
import { claudeFlags } from '@amelia/driver-claude/flags'
import type { CommandAgentOptions } from '@amelia/driver-command'
import type { CodexOptions } from '@amelia/driver-openai'
import { usageError } from '../../terminal/usage-error.ts'
import { acpNames } from '../agent-names.ts'
import type { AgentFlagName } from '../flag/agent-flags.ts'
import type { AgentFlags } from './driver-flags.ts'
import { readAgentConfig } from './read-agent-config.ts'

/** A missing prerequisite of an agent, and how to fix it. */
interface Problem {
  message: string
  hint: string
}

/** A loaded driver package: the missing prerequisites, and a factory for the driver. */
export interface LoadedAgent {
  problems: readonly Problem[]
  create(): DriverV1
}

/**
 * An agent of the command line: the flags that it accepts, and a function that loads its package when a
 * command needs it.
 */
interface Agent {
  flags: readonly AgentFlagName[]
  load(flags: AgentFlags): Promise<LoadedAgent>
}

/** The flags of an agent, by the option of its driver that each sets. */
type OptionNames<Options> = Partial<Record<AgentFlagName, keyof Options & string>>

/** The options that a driver describes as flags have the names of these. */
const optionsOf = <Name extends string>(described: Readonly<Record<Name, object>>) =>
  Object.fromEntries(Object.keys(described).map((name) => [name, name])) as { [Each in Name]: Each }

/** Describes an agent whose flags are options of its driver, beside those that `load` reads itself. */
const agentOf = <Options>(
  names: OptionNames<Options>,
  others: readonly AgentFlagName[],
  load: (options: Options, flags: AgentFlags) => Promise<LoadedAgent>,
): Agent => ({
  flags: [...(Object.keys(names) as AgentFlagName[]), ...others, 'agentConfig'],
  load: (flags) => {
    const options = Object.entries({ ...names, provider: 'provider' }).flatMap(([flag, option]) => {
      const value = flags[flag as keyof AgentFlags]
      return value === undefined ? [] : [[option, value] as const]
    })
    return load({ ...readAgentConfig(flags.agentConfig), ...Object.fromEntries(options) } as Options, flags)
  },
})

/** Describes an agent that speaks the Agent Client Protocol; one that is not known needs a command. */
const acpAgentOf = (known?: KnownAgent): Agent =>
  agentOf<AcpAgentOptions>(
    {
      ...{ model: 'model', agentEnv: 'passEnv', idleTimeout: 'idleTimeoutMs' },
      ...(known === undefined && { agent: 'command' }),
    },
    [],
    async (given) => {
      const options = { ...given, ...(known && { agent: known }) }
      if (known === undefined && options.command === undefined && options.agent === undefined)
        throw usageError('--driver acp needs the command of the agent.', "Add --agent 'CMD'.")
      const { acpAgent, checkAcpAgent } = await import('@amelia/driver-acp')
      return { problems: checkAcpAgent(options), create: () => acpAgent(options) }
    },
  )

/** The agents by their value of `--driver`. */
export const agents: ReadonlyMap<string, Agent> = new Map<string, Agent>([
  [
    'claude',
    agentOf<ClaudeOptions>(
      {
        model: 'model',
        baseUrl: 'baseUrl',
        apiKeyEnv: 'keyVariable',
        maxTurns: 'maxTurns',
        idleTimeout: 'idleTimeoutMs',
        ...optionsOf(claudeFlags),
      },
      [],
      async (options) => {
        const { checkClaude, claude } = await import('@amelia/driver-claude')
        return { problems: checkClaude(options), create: () => claude(options) }
      },
    ),
  ],
  [
    'codex',
    agentOf<CodexOptions>(
      {
        model: 'model',
        baseUrl: 'baseUrl',
        apiKeyEnv: 'keyVariable',
        idleTimeout: 'idleTimeoutMs',
        effort: 'effort',
      },
      [],
      async (options) => {
        const { checkCodex, codex } = await import('@amelia/driver-openai')
        return { problems: checkCodex(options), create: () => codex(options) }
      },
    ),
  ],
  [
    'api',
    agentOf<ApiAgentOptions>(
      { maxTurns: 'maxSteps', idleTimeout: 'requestTimeoutMs' },
      ['model', 'baseUrl', 'apiKeyEnv'],
      async (options, { model, baseUrl, apiKeyEnv = 'OPENAI_API_KEY' }) => {
        if (baseUrl === undefined || model === undefined)
          throw usageError(
            `--driver api needs ${[
              ...(baseUrl === undefined ? ['the URL of a server'] : []),
              ...(model === undefined ? ['the name of a model'] : []),
            ].join(' and ')}.`,
            `Add ${[
              ...(baseUrl === undefined ? ['--base-url URL'] : []),
              ...(model === undefined ? ['--model NAME'] : []),
            ].join(' ')}.`,
          )
        const [{ apiAgent }, { createOpenAICompatible }, { checkBaseUrl }] = await Promise.all([
          import('@amelia/driver-ai-sdk'),
          import('@ai-sdk/openai-compatible'),
          import('@amelia/agent-process'),
        ])
        const apiKey = process.env[apiKeyEnv]
        return {
          problems: [checkBaseUrl(baseUrl, 'http://127.0.0.1:11434/v1')].flatMap((problem) => problem ?? []),
          create: () => {
            const modelOf = createOpenAICompatible({
              ...{ name: 'api', baseURL: baseUrl },
              ...(apiKey !== undefined && { apiKey }),
            })
            return apiAgent({
              provider: new URL(baseUrl).host,
              ...options,
              ...{ model: modelOf(model), modelOf },
              commands: true,
            })
          },
        }
      },
    ),
  ],
  [
    'command',
    agentOf<CommandAgentOptions>(
      { model: 'model', agent: 'command', agentEnv: 'passEnv', idleTimeout: 'idleTimeoutMs' },
      [],
      async (options, { agent }) => {
        if (agent === undefined)
          throw usageError('--driver command needs the command of the agent.', "Add --agent 'CMD'.")
        const { checkCommandAgent, commandAgent } = await import('@amelia/driver-command')
        return { problems: checkCommandAgent(options), create: () => commandAgent(options) }
      },
    ),
  ],
  ['acp', acpAgentOf()],
  ...acpNames.map((name) => [name, acpAgentOf(name)] as const),
])
