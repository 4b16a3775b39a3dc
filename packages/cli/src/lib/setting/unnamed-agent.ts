import type { Plan, RunAdapters } from '@amelia/core'
import { defineDriver } from '@amelia/core/plugin'
import { usageError } from '../terminal/usage-error.ts'

/**
 * Creates an agent that stands for one that the command does not name, so that a dry run can check everything
 * else. It counts everything, and never works.
 */
export const unnamedAgent = ({ phases }: Plan): NonNullable<RunAdapters['driver']> => {
  const driver = defineDriver({
    id: 'unnamed',
    provider: 'unnamed',
    meters: ['tokens', 'usd'],
    runSession: () => Promise.reject(usageError('The command names no agent.', 'Add --driver NAME.')),
  })
  const names = phases.flatMap(({ agent }) => agent ?? [])
  return { default: [driver], agents: Object.fromEntries(names.map((name) => [name, [driver]])) }
}
