import type { Command } from 'commander'
import { relative } from 'node:path'
import { isRecord } from '../is-record.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { type ConfigKey, configKeys, kindOf } from '../flag/flag-groups.ts'
import { envName } from './env-name.ts'
import type { LoadedConfig } from './load-config.ts'

/**
 * The source of a setting, and its name: a flag, a variable, a file. `repository`: an answer of a person that
 * is stored with the repository.
 */
interface Source {
  source: 'flag' | 'environment' | 'config' | 'repository' | 'default'
  name: string | null
}

/** The effective settings of `amelia run`, in the order of their display. A public interface. */
export interface SettingsJson {
  version: 1
  file: string | null
  profile: string | null
  settings: Record<string, { value: unknown } & Source>
}

/** Collects the settings of a command and their sources. A setting without a value is null. */
const describeSettings = (command: Command): SettingsJson => {
  const { loaded } = command.opts<{ loaded?: LoadedConfig }>()
  const entries = configKeys.map((key) => {
    const value: unknown = command.getOptionValue(key)
    return [key, { value: value ?? null, ...sourceOf(command, key, loaded) }] as const
  })
  const plugins = pluginsOf(command).map(
    ([key, value]) => [key, { value: namesOf(value), source: 'config', name: fileName(loaded) }] as const,
  )
  const secrets: unknown = command.getOptionValue('allowSecrets')
  const allowed = secrets
    ? [['secrets.allow', { value: secrets, source: 'config', name: fileName(loaded) }] as const]
    : []
  return {
    version: 1,
    file: loaded?.file ?? null,
    profile: loaded?.profile ?? null,
    settings: Object.fromEntries<{ value: unknown } & Source>([...entries, ...plugins, ...allowed]),
  }
}

/** Prints the settings of a command and their sources, as text or, with `--json`, as one object. */
export const printSettings = (terminal: Terminal, command: Command): number => {
  const described = describeSettings(command)
  if (command.getOptionValue('json') === true) {
    terminal.out(`${JSON.stringify(described)}\n`)
    return exitCode.completed
  }
  const rows = Object.entries(described.settings).map(([key, { value, name, source }]) => [
    key,
    value === null ? defaultOf(command, key) : describe(value),
    name ?? source,
  ])
  const widths = [0, 1].map((column) =>
    Math.min(40, Math.max(...rows.map((row) => row[column]?.length ?? 0))),
  )
  const { file, profile } = described
  const from =
    file === null ? 'none found' : `${shown(file)}${profile === null ? '' : `, profile ${profile}`}`
  const lines = rows.map(([key = '', value = '', source = '']) =>
    `${key.padEnd(widths[0]!)}  ${value.padEnd(widths[1]!)}  ${source}`.trimEnd(),
  )
  terminal.out(`Config file: ${from}\n\n${lines.join('\n')}\n`)
  return exitCode.completed
}

/** Returns the default of a setting, as the help of its flag states it. */
const defaultOf = (command: Command, key: string): string => {
  const option = command.options.find((each) => each.attributeName() === key)
  const [, stated] = /\(default: ([^)]*)\)/.exec(option?.description ?? '') ?? []
  return stated ?? (kindOf(key as ConfigKey) === 'switch' ? 'false' : '-')
}

const sourceOf = (command: Command, key: string, loaded: LoadedConfig | undefined): Source => {
  switch (command.getOptionValueSource(key)) {
    case 'cli': {
      const value: unknown = command.getOptionValue(key)
      const option = command.options.find(
        (each) => each.attributeName() === key && each.negate === (value === false),
      )
      return { source: 'flag', name: option?.long ?? null }
    }
    case 'env':
      return { source: 'environment', name: envName(key) }
    case 'config':
      return { source: 'config', name: fileName(loaded) }
    case 'repository':
      return { source: 'repository', name: shown(String(command.getOptionValue('storedBudget'))) }
    default:
      return { source: 'default', name: null }
  }
}

const fileName = (loaded: LoadedConfig | undefined): string | null =>
  loaded === undefined ? null : shown(loaded.file)

/** A path as short as possible. */
const shown = (file: string): string => {
  const near = relative('.', file)
  return near.startsWith('..') ? file : near
}

const pluginsOf = (command: Command): [string, unknown][] => {
  const plugins: unknown = command.getOptionValue('plugins')
  return isRecord(plugins) ? Object.entries(plugins) : []
}

/** Lists the ids of plugins. */
const namesOf = (value: unknown): string[] =>
  [value].flat().map((plugin) => {
    const id = isRecord(plugin) ? plugin['id'] : undefined
    return typeof id === 'string' ? id : '(made in code)'
  })

const describe = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(describe).join(', ')
  if (isRecord(value))
    return Object.entries(value)
      .map(([name, text]) => `${name}=${describe(text)}`)
      .join(', ')
  return String(value)
}
