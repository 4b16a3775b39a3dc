import type { AmeliaConfig } from './amelia-config.ts'

/**
 * The kinds of the settings in a config file: `list` is one text or several, `record` a text by name,
 * `duration` a text such as `10m`.
 */
export type ConfigKind = 'text' | 'number' | 'switch' | 'list' | 'record' | 'duration'

/** The settings of a config file, in the order of their display. Each is an option of a command. */
export const configKinds = {
  driver: 'list',
  model: 'list',
  modelFor: 'record',
  providerFor: 'record',
  baseUrl: 'list',
  apiKeyEnv: 'list',
  agent: 'text',
  agentEnv: 'list',
  agentConfig: 'list',
  maxTurns: 'number',
  idleTimeout: 'duration',
  sessionTimeout: 'duration',
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
