import { usageError } from '../terminal/usage-error.ts'
import { agents } from './agents.ts'
import { agentFlagNames, type AgentFlags, type DriverFlags } from './driver-flags.ts'
import { splitName } from './split-name.ts'

/** Flags whose values belong to one agent, flags of every agent, and those of `--driver command`. */
const ownFlags = ['model', 'baseUrl', 'apiKeyEnv', 'agentConfig'] as const
const sharedFlags = ['maxTurns', 'idleTimeout'] as const
const commandFlags = ['agent', 'agentEnv'] as const

/** Returns the options of the agent `name` among the flags. `first` is the agent of values without a name. */
export const agentFlagsOf = (flags: DriverFlags, name: string, first: string | undefined): AgentFlags => {
  const accepted = agents.get(name)?.flags ?? []
  const own = ownFlags.flatMap((flag) => {
    const values = (flags[flag] ?? []).map(splitName)
    const value = values.findLast(({ agent = first }) => agent === name)?.value
    return value === undefined ? [] : [[flag, value] as const]
  })
  const others = [...sharedFlags, ...commandFlags].flatMap((flag) =>
    flags[flag] !== undefined && accepted.includes(flag) ? [[flag, flags[flag]] as const] : [],
  )
  return Object.fromEntries([...own, ...others])
}

/**
 * Throws a usage error for a flag that has no effect with any of the agents, or that names another one.
 * `worker` is what `--driver` names first.
 */
export const checkAgentFlags = (flags: DriverFlags, names: readonly string[], worker: string): void => {
  const accepts = (name: string, flag: keyof AgentFlags): boolean =>
    agents.get(name)?.flags.includes(flag) ?? false
  const refuse = (flag: keyof AgentFlags, name: string): never => {
    const others = [...agents.keys()].filter((other) => accepts(other, flag))
    throw usageError(
      `${agentFlagNames[flag]} has no effect with --driver ${name}.`,
      `Use --driver ${others.join(', ')}.`,
    )
  }
  for (const flag of ownFlags)
    for (const { agent = worker, value } of (flags[flag] ?? []).map(splitName)) {
      if (agent !== worker && !names.includes(agent))
        throw usageError(
          `${agentFlagNames[flag]} ${agent}=${value} is for an agent that the command does not use.`,
          `Add --driver ${[worker, agent].filter((name) => name !== 'steps').join(',')}, or leave it out.`,
        )
      if (!accepts(agent, flag)) refuse(flag, agent)
    }
  for (const flag of [...sharedFlags, ...commandFlags])
    if (flags[flag] !== undefined && !names.some((name) => accepts(name, flag))) refuse(flag, worker)
}
