import { dirname } from 'node:path'
import type { Command } from 'commander'
import { usageError } from '../../terminal/usage-error.ts'
import { readers } from '../flag/flag.ts'
import { type ConfigKey, flags, hasConfig, kindOf, settingsOf } from '../flag/flag-groups.ts'
import { dropContradicted } from './drop-contradicted.ts'
import { envName } from './env-name.ts'
import { findConfigFile } from './find-config-file.ts'
import type { LoadedConfig } from './load-config.ts'
import { readConfigValue } from './read-config-value.ts'
import { applySet } from './apply-set.ts'
import { optionOf, readOption } from './read-option.ts'
import { readVariable } from './read-variable.ts'
import type { ConfigPlugins } from './read-plugins.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Options of every command with settings. */
export interface ConfigOptions {
  /** The config file to use, or `false` for none. */
  config?: string | boolean
  profile?: string
}

/** Flags that the environment, and no config file, can set. */
export const variables = Object.keys(flags).filter((name) => flags[name]?.variable)

/** Whether a command looks for a config file. Others execute no code of the repository: a file is named. */
const finds = (command: Command): boolean => {
  const name = command.name()
  return name === 'cluster' ? command.args[0] === 'work' : !readers.some((reader) => reader === name)
}

/**
 * Completes the options of a command: a flag takes precedence over its environment variable, that over the
 * config file, and the file over the default. A config file is executed only if there is one.
 *
 * Throws a usage error that names the file or the variable of a wrong value.
 */
export const applySettings = async (command: Command, env: Environment): Promise<void> => {
  const keys: readonly string[] = settingsOf(command.name())
  if (hasConfig(command.name())) applySet(command)
  for (const key of [...variables, ...keys]) applyVariable(command, key, env)
  if (!hasConfig(command.name())) return
  const { config, profile, repo = '.' } = command.opts<ConfigOptions & { repo?: string }>()
  const file =
    typeof config === 'string'
      ? config
      : finds(command) && config !== false
        ? findConfigFile(repo)
        : undefined
  if (file === undefined) {
    if (profile !== undefined)
      throw usageError(
        `--profile ${profile} has no effect: no config file was found.`,
        'Write one with amelia init, or name it: --config FILE.',
      )
    return dropContradicted(command)
  }
  const { loadConfig } = await import('./load-config.ts')
  const loaded = await loadConfig(file, profile)
  command.setOptionValue('loaded', loaded)
  const [{ readPlugins }, { readAllowedSecrets }, { resolvePath }] = await Promise.all([
    import('./read-plugins.ts'),
    import('./read-allowed-secrets.ts'),
    import('../resolve-path.ts'),
  ])
  const plugins = readPlugins(loaded)
  const inFull = (key: string, text: string): string => resolvePath(key, text, dirname(loaded.file))
  for (const [key, value] of loaded.values) applyConfigValue(command, key, value, { loaded, keys, inFull })
  if (command.name() !== 'plan') applyPlugins(command, plugins)
  const allowSecrets = readAllowedSecrets(loaded)
  if (allowSecrets && command.name() === 'run' && !isGiven(command, 'allowSecrets'))
    command.setOptionValueWithSource('allowSecrets', allowSecrets, 'config')
  dropContradicted(command)
}

const isGiven = (command: Command, key: string): boolean =>
  ['cli', 'env'].includes(command.getOptionValueSource(key) ?? '')

const applyVariable = (command: Command, key: string, env: Environment): void => {
  const name = envName(key)
  const text = env[name]
  const option = optionOf(command, key)
  if (text === undefined || text === '' || !option) return
  if (isGiven(command, key)) return
  const value = readVariable(text, option, { kind: flags[key]?.kind, name })
  command.setOptionValueWithSource(key, readOption(option, value, `${name}=${text}`), 'env')
}

interface ConfigContext {
  loaded: LoadedConfig
  /** The settings of the command. */
  keys: readonly string[]
  /** Completes a path that is relative to the folder of the file. */
  inFull(key: string, text: string): string
}

const applyConfigValue = (
  command: Command,
  key: string,
  value: unknown,
  { loaded, keys, inFull }: ConfigContext,
): void => {
  const kind = flags[key]?.setting && kindOf(key as ConfigKey)
  const option = optionOf(command, key)
  const read = readConfigValue(loaded, key, { kind, value })
  if (read === undefined || !option || !keys.includes(key) || isGiven(command, key)) return
  const place = `${loaded.file}: ${key} cannot be ${JSON.stringify(value)}`
  const texts = typeof read === 'boolean' ? read : read.map((text) => inFull(key, text))
  command.setOptionValueWithSource(key, readOption(option, texts, place), 'config')
}

const applyPlugins = (command: Command, plugins: ConfigPlugins): void => {
  const { driver, evaluator, ...others } = plugins
  const kept = {
    ...others,
    ...(driver !== undefined && !isGiven(command, 'driver') && { driver }),
    ...(evaluator && !isGiven(command, 'evaluator') && { evaluator }),
  }
  if (Object.keys(kept).length > 0) command.setOptionValueWithSource('plugins', kept, 'config')
}
