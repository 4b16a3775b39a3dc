import { basename } from 'node:path'
import type { EvaluatorV1, PlanParserV1, ReviewerV1 } from '@amelia/core/plugin'
import type { RunOptions } from '@amelia/core'
import { usageError } from '../../terminal/usage-error.ts'
import { isRecord } from '../is-record.ts'
import type { LoadedConfig } from './load-config.ts'

/** The plugins of a config file, which only a `.ts` or `.js` file can contain. */
export interface ConfigPlugins {
  driver?: NonNullable<RunOptions['driver']>
  reviewers?: readonly ReviewerV1[]
  evaluator?: EvaluatorV1
  parsers?: readonly PlanParserV1[]
}

/**
 * Returns the plugins among the settings. A run checks them further.
 *
 * Throws a usage error for a list of plugins with something else in it.
 */
export const readPlugins = ({ file, values }: Pick<LoadedConfig, 'file' | 'values'>): ConfigPlugins => {
  const listOf = <Plugin>(
    key: string,
    isPlugin: (value: unknown) => boolean,
  ): readonly Plugin[] | undefined => {
    const value = values.get(key)
    if (value === undefined) return undefined
    if (Array.isArray(value) && value.every(isPlugin)) return value as Plugin[]
    throw usageError(
      `${basename(file)}: ${key} must be a list of ${key}.`,
      `Write the results of their factories, such as ${key}: [mine()].`,
    )
  }
  const driver = values.get('driver')
  const evaluator = values.get('evaluator')
  const reviewers = listOf<ReviewerV1>('reviewers', isRecord)
  const parsers = listOf<PlanParserV1>(
    'parsers',
    (value) => isRecord(value) && typeof value['parse'] === 'function' && typeof value['id'] === 'string',
  )
  const plugins = {
    ...(isObject(driver) && { driver: driver as NonNullable<ConfigPlugins['driver']> }),
    ...(isRecord(evaluator) && { evaluator: evaluator as unknown as EvaluatorV1 }),
    ...(reviewers && { reviewers }),
    ...(parsers && { parsers }),
  }
  const [key] = Object.keys(plugins)
  if (key !== undefined && file.endsWith('.json'))
    throw usageError(
      `${basename(file)}: ${key} needs plugins, which only a .ts or .js file can contain.`,
      `Move the settings to ${basename(file, '.json')}.js, or remove ${key}.`,
    )
  return plugins
}

/** Whether a driver is not given by name. */
const isObject = (value: unknown): boolean =>
  typeof value === 'function' || isRecord(value) || (Array.isArray(value) && value.some(isRecord))
