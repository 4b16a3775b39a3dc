import { usageError } from '../../terminal/usage-error.ts'
import { agentNames } from '../agent-names.ts'
import { agents } from './agents.ts'
import { type AgentFlagName, agentFlags, flagsOf } from '../flag/agent-flags.ts'
import type { AgentFlags, DriverFlags } from './driver-flags.ts'
import { splitName } from '../split-name.ts'

const ownFlags = flagsOf('one') as ('model' | 'baseUrl' | 'apiKeyEnv' | 'agentConfig')[]
const sharedFlags = flagsOf('each')

/** As typed: `--model`. */
const nameOf = (flag: AgentFlagName): string => agentFlags[flag].flag.split(' ', 1)[0] ?? ''

/** Returns the options of the agent `name` among the flags. `first` is the agent of values without a name. */
export const agentFlagsOf = (flags: DriverFlags, name: string, first: string | undefined): AgentFlags => {
  const own = ownFlags.flatMap((flag) => {
    const values = (flags[flag] ?? []).map(splitName)
    const value = values.findLast(({ agent = first }) => agent === name)?.value
    return value === undefined ? [] : [[flag, value] as const]
  })
  const provider = readProviders(flags.providerFor).get(name)
  const others = sharedFlags.flatMap((flag) =>
    flags[flag] !== undefined && accepts(name, flag) ? [[flag, flags[flag]] as const] : [],
  )
  return Object.fromEntries([
    ...own,
    ...others,
    ...(provider === undefined ? [] : [['provider', provider] as const]),
  ])
}

const accepts = (name: string, flag: AgentFlagName): boolean =>
  agents.get(name)?.flags.includes(flag) ?? false

/**
 * Throws a usage error for a flag that has no effect with any of the agents, or that names another one.
 * `worker` is what `--driver` names first.
 */
export const checkAgentFlags = (flags: DriverFlags, names: readonly string[], worker: string): void => {
  const refuse = (flag: AgentFlagName, name: string): never => {
    const others = [...agents.keys()].filter((other) => accepts(other, flag)).join(', ')
    // Without `--driver`, the plan's own steps run.
    if (name === 'steps')
      throw usageError(`${nameOf(flag)} needs a driver.`, `Add --driver NAME, one of: ${others}.`)
    throw usageError(`${nameOf(flag)} has no effect with --driver ${name}.`, `Use --driver ${others}.`)
  }
  for (const flag of ownFlags)
    for (const { agent = worker, value } of (flags[flag] ?? []).map(splitName)) {
      if (agent !== worker && !names.includes(agent))
        throw usageError(
          `${nameOf(flag)} ${agent}=${value} is for an agent that the command does not use.`,
          `Add --driver ${[worker, agent].filter((name) => name !== 'steps').join(',')}, or leave it out.`,
        )
      if (!accepts(agent, flag)) refuse(flag, agent)
    }
  for (const flag of sharedFlags)
    if (flags[flag] !== undefined && !names.some((name) => accepts(name, flag))) refuse(flag, worker)
  for (const [agent, provider] of readProviders(flags.providerFor))
    if (!names.includes(agent))
      throw usageError(
        `--provider-for ${agent}=${provider} is for an agent that the command does not use: it uses ${used(names, worker)}.`,
        `Add ${agent} to --driver, or leave out --provider-for ${agent}=${provider}.`,
      )
}

/** Reads the values of `--provider-for`. Throws a usage error for one that is not `AGENT=NAME`. */
const readProviders = (values: readonly string[] = []): Map<string, string> => {
  const providers = new Map<string, string>()
  for (const text of values) {
    const { agent, value } = splitName(text)
    const provider = value.trim()
    if (agent === undefined || provider === '') {
      const [name = ''] = text.split('=')
      const isUnknown = text.includes('=') && name !== '' && agent === undefined
      throw usageError(
        isUnknown
          ? `--provider-for ${text} names an unknown agent, "${name}".`
          : `--provider-for ${text || '""'} is not AGENT=NAME.`,
        `Write the name of an agent (${agentNames.join(', ')}) and of its provider: --provider-for claude=litellm.`,
      )
    }
    if (providers.has(agent))
      throw usageError(
        `--provider-for names the provider of ${agent} twice: ${providers.get(agent)} and ${provider}.`,
        'Leave one of them out.',
      )
    providers.set(agent, provider)
  }
  return providers
}

/** Names the agents of a command. */
const used = (names: readonly string[], worker: string): string => {
  if (names.length > 0) return [...new Set(names)].join(', ')
  return worker === 'steps' ? 'no agent' : `the agent ${worker}`
}
