import type { StartSettings } from '@amelia/http'
import type { SettingsJson } from '../../setting/config/print-settings.ts'

/** The settings of the runs that a page starts, and those that its person cannot change. */
export interface StartRules {
  /** The settings in effect, of flags, variables and the config file. */
  settings: StartSettings
  /** The names of those that flags set. */
  fixed: (keyof StartSettings)[]
}

/** The flag of `amelia run` for each setting of a start. */
export const settingFlags = {
  trust: 'trust',
  agent: 'driver',
  model: 'model',
  test: 'test',
  concurrency: 'concurrency',
  budgetUsd: 'budget-usd',
} as const satisfies Required<{ [Name in keyof StartSettings]: string }>

/** The names of the settings of a start. */
export const settingNames = Object.keys(settingFlags) as (keyof StartSettings)[]

/** Reads the rules from the settings of `amelia run`. */
export const readStartRules = (all: SettingsJson['settings']): StartRules => {
  const described = settingNames.flatMap((name) => {
    const setting = all[name === 'agent' ? 'driver' : name]
    const { value = null, source = 'default' } = setting ?? {}
    return value === null ? [] : [{ name, value, source }]
  })
  return {
    settings: Object.fromEntries(
      described.map(({ name, value }) => [name, Array.isArray(value) ? value.join(', ') : value]),
    ),
    fixed: described.flatMap(({ name, source }) => (source === 'flag' ? [name] : [])),
  }
}
