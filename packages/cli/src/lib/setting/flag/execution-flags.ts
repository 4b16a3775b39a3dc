import { readAmount } from '../read-amount.ts'
import { choices } from './choices.ts'
import type { Flag } from './flag.ts'
import { readNames, readSessions } from './kind-readers.ts'

const { presetNames, settingValues } = choices

const rule = { on: ['run'], setting: 'run' } as const
const amount = { kind: 'number', reads: readAmount } as const

/** The flags about how a run executes its phases, and its limits, in the order of the help. */
export const executionFlags = {
  preset: {
    flag: '--preset <name>',
    about: "preset to start from (default: chosen by the plan's format; amelia check shows it)",
    kind: 'text',
    choices: presetNames,
    on: ['run', 'fork'],
    as: { fork: { about: 'preset to start from (default: the rules of the run)' } },
    setting: 'run',
    brief: true,
  },
  concurrency: {
    flag: '--concurrency <n>',
    about: 'phases that may run at once (default: set by the preset, usually 4)',
    kind: 'number',
    ...rule,
    brief: true,
  },
  verifyConcurrency: {
    flag: '--verify-concurrency <n>',
    about:
      'checks that may run at once, 1 if they share a database or a fixed port (default: as many as phases)',
    kind: 'number',
    ...rule,
  },
  order: {
    flag: '--order <how>',
    about:
      'when a phase starts: dataflow, once its own dependencies are integrated; batches, once the batch before it has ended (default: dataflow)',
    kind: 'text',
    choices: settingValues.order,
    ...rule,
  },
  onFailure: {
    flag: '--on-failure <mode>',
    about:
      'after a phase fails: halt starts nothing new, continue runs the phases that do not depend on it (default: halt)',
    kind: 'text',
    choices: settingValues.onFailure,
    ...rule,
  },
  maxAttempts: {
    flag: '--max-attempts <n>',
    about: 'attempts at a phase before it fails (default: set by the preset)',
    kind: 'number',
    ...rule,
  },
  units: {
    flag: '--units <part>',
    about: 'work that an agent gets at a time: the phase, a subtask or a step (default: set by the preset)',
    kind: 'text',
    choices: settingValues.units,
    ...rule,
  },
  adapt: {
    flag: '--[no-]adapt',
    about: 'let the agent fix a step that failed (default: set by the preset)',
    ...rule,
  },
  preValidate: {
    flag: '--[no-]pre-validate',
    about:
      'validate steps before they run: their files and programs and, with an agent, risky steps (default: set by the preset)',
    ...rule,
  },
  budgetUsd: {
    flag: '--budget-usd <amount>',
    about: 'US dollars that the run may spend before it asks',
    ...amount,
    on: ['run', 'resume', 'fork', 'feedback', 'plan'],
    as: {
      resume: { about: "new limit of the run's US dollars, those already spent included" },
      fork: { about: 'US dollars that the new run may spend' },
      feedback: { about: 'US dollars that the new run may spend' },
      plan: { about: 'US dollars that the agent may spend' },
    },
    setting: 'run',
    brief: true,
  },
  budgetTokens: {
    flag: '--budget-tokens <n>',
    about: 'tokens that the run may use before it asks',
    ...amount,
    on: ['run', 'resume', 'fork', 'feedback', 'plan'],
    as: {
      resume: { about: "new limit of the run's tokens, those already used included" },
      fork: { about: 'tokens that the new run may use' },
      feedback: { about: 'tokens that the new run may use' },
      plan: { about: 'tokens that the agent may use' },
    },
    setting: 'run',
  },
  phaseBudgetUsd: {
    flag: '--phase-budget-usd <amount>',
    about: 'US dollars that each phase may spend before it asks',
    ...amount,
    ...rule,
  },
  phaseBudgetTokens: {
    flag: '--phase-budget-tokens <n>',
    about: 'tokens that each phase may use before it asks',
    ...amount,
    ...rule,
  },
} as const satisfies Record<string, Flag>

/** The flags of runs on several machines. */
export const clusterFlags = {
  engine: {
    flag: '--engine <name>',
    about: 'dbos: workers on other machines perform the phases; needs --database and --remote',
    kind: 'text',
    choices: ['dbos'],
    on: ['run', 'resume'],
  },
  sessions: {
    flag: '--sessions <n>',
    about: 'phases to perform at a time (default: 1)',
    kind: 'number',
    on: ['cluster'],
  },
  queue: {
    flag: '--queue <name>',
    about: 'queue to serve; several with commas (default: default)',
    kind: 'list',
    reads: readNames,
    on: ['cluster'],
  },
  providerSessions: {
    flag: '--provider-sessions <provider=n>',
    about: 'sessions of a provider that all workers may run at a time',
    kind: 'record',
    reads: readSessions,
    on: ['cluster'],
  },
  deadAfter: {
    flag: '--dead-after <duration>',
    about: 'silence after which a worker or a coordinator is replaced, equal for all of them (default: 30s)',
    kind: 'duration',
    on: ['run', 'resume', 'cluster'],
  },
} as const satisfies Record<string, Flag>
