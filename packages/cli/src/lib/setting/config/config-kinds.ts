import { agentFlags } from '../flag/agent-flags.ts'
import type { ConfigKind } from '../flag/config-kind.ts'
import type { AmeliaConfig } from './amelia-config.ts'

const kindsOf = <Flags extends Record<string, { kind: ConfigKind }>>(
  flags: Flags,
): { [Name in keyof Flags]: Flags[Name]['kind'] } =>
  Object.fromEntries(Object.entries(flags).map(([name, { kind }]) => [name, kind])) as {
    [Name in keyof Flags]: Flags[Name]['kind']
  }

/** The settings of a config file, in the order of their display. Each is an option of a command. */
export const configKinds = {
  driver: 'list',
  modelFor: 'record',
  providerFor: 'record',
  ...kindsOf(agentFlags),
  preset: 'text',
  concurrency: 'number',
  verifyConcurrency: 'number',
  order: 'text',
  onFailure: 'text',
  maxAttempts: 'number',
  units: 'text',
  adapt: 'switch',
  preValidate: 'switch',
  budgetUsd: 'number',
  budgetTokens: 'number',
  phaseBudgetUsd: 'number',
  phaseBudgetTokens: 'number',
  trust: 'text',
  batchCheckpoints: 'switch',
  autoApproveLowRisk: 'switch',
  notify: 'list',
  test: 'text',
  lint: 'text',
  typecheck: 'text',
  build: 'text',
  tdd: 'text',
  review: 'switch',
  reviewer: 'list',
  reviewerDriver: 'text',
  reviewerModel: 'text',
  reviewerRounds: 'number',
  evaluator: 'text',
  finalReviewer: 'list',
  target: 'text',
  trackerId: 'text',
  commit: 'text',
  messageStyle: 'text',
  artefacts: 'switch',
  tick: 'switch',
  sign: 'switch',
  inPlace: 'switch',
  setup: 'list',
  copy: 'list',
  link: 'list',
  portBase: 'number',
  planFormat: 'text',
  tag: 'text',
  grouping: 'text',
  oneSession: 'switch',
  label: 'record',
} as const satisfies Record<
  | Exclude<keyof AmeliaConfig, 'profiles' | (typeof pluginKeys)[number] | (typeof fileKeys)[number]>
  | 'driver'
  | 'evaluator',
  ConfigKind
>

/** The name of a setting. */
export type ConfigKey = keyof typeof configKinds

/** The settings that have no flag: they are decided with the repository, not for one run. */
export const fileKeys = ['secrets'] as const

/** The settings whose values can also be objects: plugins. */
export const pluginKeys = ['driver', 'reviewers', 'evaluator', 'parsers'] as const
