import type { Command } from 'commander'
import { flagsOf } from '../flag/agent-flags.ts'

/** Sources of values, those that take precedence first. */
const order = ['cli', 'env', 'stored', 'config', 'default']

const reviewKeys = ['reviewer', 'finalReviewer', 'reviewerDriver', 'reviewerModel', 'evaluator']

/**
 * Settings that belong to another one: if that one comes from a source with precedence, they are dropped.
 * A model in the config file is not for an agent that a flag names.
 */
const dependent: readonly (readonly [key: string, ...others: string[]])[] = [
  ['driver', 'modelFor', 'providerFor', ...flagsOf('one'), ...flagsOf('each')],
  ['inPlace', 'setup', 'copy', 'link', 'concurrency'],
  ['review', ...reviewKeys],
  ...reviewKeys.map((key) => [key, 'review'] as const),
]

/** Drops settings that contradict a setting from a source with precedence. */
export const dropContradicted = (command: Command): void => {
  const rankOf = (key: string): number => order.indexOf(command.getOptionValueSource(key) ?? 'default')
  for (const [key, ...others] of dependent) {
    const value: unknown = command.getOptionValue(key)
    if (rankOf(key) >= order.indexOf('default') || (key === 'inPlace' && value !== true)) continue
    if (key === 'review' && value !== false) continue
    for (const other of others)
      if (command.getOptionValue(other) !== undefined && rankOf(other) > rankOf(key))
        command.setOptionValueWithSource(other, undefined, 'default')
  }
}
