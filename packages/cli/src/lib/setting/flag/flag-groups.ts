import { agentFlags, driverFlags } from './agent-flags.ts'
import { checkFlags } from './check-flags.ts'
import { clusterFlags, executionFlags } from './execution-flags.ts'
import type { ConfigKind } from './config-kind.ts'
import type { Flag } from './flag.ts'
import { fileFlags, outputFlags } from './output-flags.ts'
import { planFlags } from './plan-flags.ts'
import { questionFlags } from './question-flags.ts'
import { repositoryFlags, workspaceFlags } from './repository-flags.ts'

const table = {
  ...driverFlags,
  ...agentFlags,
  ...executionFlags,
  ...questionFlags,
  ...checkFlags,
  ...repositoryFlags,
  ...workspaceFlags,
  ...planFlags,
  ...clusterFlags,
  ...fileFlags,
  ...outputFlags,
}

/** The headings of the help, with the flags below each. */
export const flagGroups = {
  'Plan:': planFlags,
  'Agents:': { ...driverFlags, ...agentFlags },
  'Execution:': executionFlags,
  'Cluster:': clusterFlags,
  'Questions:': questionFlags,
  'Checks and reviews:': checkFlags,
  'Repository:': repositoryFlags,
  'Workspaces:': workspaceFlags,
  'Config file:': fileFlags,
  'Output:': outputFlags,
} as const satisfies Record<string, Readonly<Record<string, Flag>>>

/** A heading of the help. */
export type FlagGroup = keyof typeof flagGroups

/** The flags of several commands, and those that other sources can set, by the name of their value. */
export const flags: Readonly<Record<string, Flag>> = table

/** The name of a setting: a flag that a config file can set. */
export type ConfigKey = {
  [Name in keyof typeof table]: (typeof table)[Name] extends { setting: string } ? Name : never
}[keyof typeof table]

/** The settings of a config file, in the order of their display. */
export const configKeys = Object.keys(flags).filter((name) => flags[name]?.setting) as ConfigKey[]

/** The settings of the processes of a run, which a run that continues needs too. */
export const processKeys = configKeys.filter((name) => flags[name]?.setting === 'process')

/** The kind of a setting. */
export const kindOf = (key: ConfigKey): ConfigKind => flags[key]?.kind ?? 'switch'

/** Whether a command has the flags about a config file. */
export const hasConfig = (command: string): boolean => isOn('config', command)

/** Commands that continue a run, whose rules are in its journal, and the one that writes a plan. */
const keepRules: ReadonlySet<string> = new Set(['resume', 'fork', 'feedback', 'cluster', 'plan'])

/** The settings of a command that a config file sets. */
export const settingsOf = (command: string): readonly ConfigKey[] =>
  hasConfig(command)
    ? (keepRules.has(command) ? processKeys : configKeys).filter((name) => isOn(name, command))
    : []

const isOn = (name: string, command: string): boolean =>
  (flags[name]?.on as readonly string[] | undefined)?.includes(command) ?? false
