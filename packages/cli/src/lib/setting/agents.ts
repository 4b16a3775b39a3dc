import type { DriverV1 } from '@amelia/core'
import { usageError } from '../terminal/usage-error.ts'
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
  flags: readonly (keyof AgentFlags)[]
  load(flags: AgentFlags): Promise<LoadedAgent>
}

const defined = <Options extends object>(
  options: Options,
): { [Key in keyof Options]: NonNullable<Options[Key]> } =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Options]: NonNullable<Options[Key]>
  }

/** The agents by their value of `--driver`. */
export const agents: ReadonlyMap<string, Agent> = new Map<string, Agent>([
  [
    'claude',
    {
      flags: ['model', 'baseUrl', 'apiKeyEnv', 'maxTurns', 'idleTimeout', 'agentConfig', 'provider'],
      async load({
        model,
        baseUrl,
        apiKeyEnv: keyVariable,
        maxTurns,
        idleTimeout: idleTimeoutMs,
        agentConfig,
        provider,
      }) {
        const { checkClaude, claude } = await import('@amelia/driver-claude')
        const options = {
          ...readAgentConfig(agentConfig),
          ...defined({ model, baseUrl, keyVariable, maxTurns, idleTimeoutMs, provider }),
        }
        return { problems: checkClaude(options), create: () => claude(options) }
      },
    },
  ],
  [
    'codex',
    {
      flags: ['model', 'baseUrl', 'apiKeyEnv', 'idleTimeout', 'agentConfig', 'provider'],
      async load({
        model,
        baseUrl,
        apiKeyEnv: keyVariable,
        idleTimeout: idleTimeoutMs,
        agentConfig,
        provider,
      }) {
        const { checkCodex, codex } = await import('@amelia/driver-openai')
        const options = {
          ...readAgentConfig(agentConfig),
          ...defined({ model, baseUrl, keyVariable, idleTimeoutMs, provider }),
        }
        return { problems: checkCodex(options), create: () => codex(options) }
      },
    },
  ],
  [
    'api',
    {
      flags: ['model', 'baseUrl', 'apiKeyEnv', 'maxTurns', 'idleTimeout', 'agentConfig', 'provider'],
      async load({
        model,
        baseUrl,
        apiKeyEnv = 'OPENAI_API_KEY',
        maxTurns,
        idleTimeout,
        agentConfig,
        provider,
      }) {
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
            const modelOf = createOpenAICompatible({ name: 'api', baseURL: baseUrl, ...defined({ apiKey }) })
            return apiAgent({
              provider: new URL(baseUrl).host,
              ...readAgentConfig(agentConfig),
              ...defined({ maxSteps: maxTurns, requestTimeoutMs: idleTimeout }),
              ...(provider !== undefined && { provider }),
              ...{ model: modelOf(model), modelOf },
              commands: true,
            })
          },
        }
      },
    },
  ],
  [
    'command',
    {
      flags: ['model', 'agent', 'agentEnv', 'idleTimeout', 'agentConfig', 'provider'],
      async load({
        model,
        agent: command,
        agentEnv: passEnv,
        idleTimeout: idleTimeoutMs,
        agentConfig,
        provider,
      }) {
        if (command === undefined)
          throw usageError('--driver command needs the command of the agent.', "Add --agent 'CMD'.")
        const { checkCommandAgent, commandAgent } = await import('@amelia/driver-command')
        const options = {
          ...readAgentConfig(agentConfig),
          command,
          ...defined({ model, passEnv, idleTimeoutMs, provider }),
        }
        return { problems: checkCommandAgent(options), create: () => commandAgent(options) }
      },
    },
  ],
])
