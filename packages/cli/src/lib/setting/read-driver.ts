import type { DriverV1 } from '@amelia/core'
import { usageError } from '../terminal/usage-error.ts'
import { agentFlagNames, type AgentFlags, type DriverFlags } from './driver-flags.ts'
import { agents } from './agents.ts'

/** The drivers that are agents. */
export const agentNames: readonly string[] = [...agents.keys()]

/** The names that `--driver` accepts. */
export const driverNames: readonly string[] = ['steps', ...agentNames]

/**
 * Creates the driver that the flags name; none for `steps`.
 *
 * Throws a usage error for an unknown driver, for a flag that has no effect with it and, unless `ready` is
 * false, for a missing prerequisite.
 */
export const readDriver = async (
  { driver: name = 'steps', ...flags }: DriverFlags,
  { ready = true }: { ready?: boolean } = {},
): Promise<{ driver?: DriverV1 }> => {
  const agent = agents.get(name)
  if (agent === undefined && name !== 'steps')
    throw usageError(`Unknown driver "${name}".`, `Drivers: ${driverNames.join(', ')}.`)
  for (const flag of Object.keys(agentFlagNames) as (keyof AgentFlags)[]) {
    if (flags[flag] === undefined || agent?.flags.includes(flag)) continue
    const others = [...agents].filter(([, { flags: known }]) => known.includes(flag)).map(([other]) => other)
    throw usageError(
      `${agentFlagNames[flag]} has no effect with --driver ${name}.`,
      `Use --driver ${others.join(', ')}.`,
    )
  }
  if (agent === undefined) return {}
  const { problems, create } = await agent.load(flags)
  if (ready && problems.length > 0)
    throw usageError(
      problems.map(({ message }) => message).join('\n'),
      problems.map(({ hint }) => hint).join('\n'),
    )
  return { driver: create() }
}
