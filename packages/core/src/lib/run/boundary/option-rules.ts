/**
 * The options of each public function, as one table per function. A test compares the tables with the types.
 * Other code only compares options with each other, with the plan, the drivers or the repository.
 */
import { planFields } from '../../read/plan-fields.ts'
import { pluginRules } from './plugin-rules.ts'
import {
  aBoolean,
  aFunction,
  amount,
  anything,
  argv,
  count,
  entries,
  isRecord,
  list,
  name,
  named,
  optional,
  shape,
  present,
  record,
  type Rule,
  type RulesOf,
  secretTexts,
  text,
  unless,
  within,
} from '../../error/check/rule.ts'
import { longestTimerMs } from '../../perform/guard/longest-timer-ms.ts'
import { presetNames } from '../../policy/dispatch/setting-values.ts'
import { budget, choice, delay, presetRules } from './preset-rules.ts'
import { workerRules } from './worker-rules.ts'
import { labels, signal, storedRunRules } from './stored-run-rules.ts'
import type { ModelOptions } from '../../policy/dispatch/choose-driver.ts'

const plan: Rule = {
  ...record({ ...planFields, warnings: anything }),
  expected: 'a plan, as readPlan returns',
}

const flag = optional(aBoolean)
const handler = optional(aFunction)
const timer = within(1, longestTimerMs)

const checkRule: Rule = {
  ...record({ command: argv, when: optional(named(['always', 'green', 'end'])), optional: flag }),
  expected: 'an array of the program and its arguments, or an object with `command`',
  is: (value) => (Array.isArray(value) ? argv.is(value) : isRecord(value)),
}

/** Part of the names of refs and folders. */
const newRunId: Rule = {
  expected: 'at most 64 lower-case letters, digits and hyphens, and not "target" or "folder"',
  is: (value) =>
    typeof value === 'string' &&
    /^[a-z0-9][a-z0-9-]{0,63}$/.test(value) &&
    !/^(?:target|folder)$/.test(value),
}

/** Absolute paths and those outside of the repository cover no file of it. */
const allowedSecret: Rule = {
  expected: 'a path or a pattern of paths relative to the repository, or a fingerprint',
  is: (value) =>
    typeof value === 'string' && /^[^/\\\s][^\\]*$/.test(value) && !/(?:^|\/)\.\.(?:\/|$)/.test(value),
}

const sessionTimeoutMs = optional(unless(timer, Infinity, `${timer.expected}, or Infinity`))

const adapterRules = {
  host: pluginRules.host,
  // Its members are read with the drivers of the plan.
  driver: optional(present),
  models: optional(
    record({
      roles: optional(
        record({
          architect: optional(name),
          developer: optional(name),
          reviewer: optional(name),
          evaluator: optional(name),
        } satisfies RulesOf<NonNullable<ModelOptions['roles']>>),
      ),
      phases: optional(entries(name)),
    } satisfies RulesOf<ModelOptions>),
  ),
  onGate: handler,
  attended: flag,
  reviewers: optional(list(pluginRules.reviewer, 'a list of reviewers')),
  evaluator: optional(unless(pluginRules.evaluator, false, `${pluginRules.evaluator.expected}, or false`)),
  checkpoint: optional(pluginRules.strategy),
  retryRule: handler,
  dispatcher: optional(pluginRules.dispatcher),
  callGraceMs: optional(timer),
  sessionTimeoutMs,
  signal,
  logger: optional(
    shape('a logger, such as pino()', {
      debug: aFunction,
      info: aFunction,
      warn: aFunction,
      error: aFunction,
    }),
  ),
  secrets: secretTexts,
  onListenerError: handler,
}

const createRun = {
  ...adapterRules,
  ...presetRules,
  plan,
  preset: optional({
    expected: `one of ${presetNames.join(', ')}, or the settings of a preset`,
    is: (value) => isRecord(value) || named(presetNames).is(value),
    members: presetRules,
  }),
  maxAttempts: optional(count),
  verifyConcurrency: optional(count),
  enablePhasedExecution: flag,
  planApproved: flag,
  tick: flag,
  verify: optional({
    ...entries(checkRule),
    expected: 'an object of commands by name, such as { test: ["npm", "test"] }',
  }),
  messageStyle: choice('messageStyle'),
  allowSecrets: optional(list(allowedSecret, 'a list of paths, patterns of paths and fingerprints')),
  inPlace: flag,
  allowDirty: flag,
  target: optional(text),
  trackerId: optional(text),
  runId: optional(newRunId),
  labels,
}

const { inPlace: _inPlace, allowDirty: _allowDirty, runId: _runId, ...forkable } = createRun

const forkRun = {
  ...forkable,
  plan: optional(plan),
  runId: name,
  from: name,
  followUps: optional(entries(record({ phaseId: name, briefing: optional(text) }))),
}

const openRun = {
  ...adapterRules,
  runId: name,
  plan: optional(plan),
  planApproved: flag,
  budget,
}

const generatePlan = {
  goal: text,
  driver: pluginRules.driver,
  host: shape('a host, such as nodeHost()', {
    git: pluginRules.git,
    clock: pluginRules.clock,
    uniqueId: aFunction,
  }),
  // Each of them is checked when a plan is read.
  parsers: list(present, 'a list of parsers'),
  format: optional(name),
  tdd: flag,
  context: optional(text),
  source: optional(text),
  rejected: optional(record({ text, feedback: text })),
  onPlan: handler,
  maxRepairs: delay,
  limits: optional(record({ tokens: optional(amount), usd: optional(amount), wallMs: optional(amount) })),
  secrets: secretTexts,
  signal,
  callGraceMs: optional(timer),
  sessionTimeoutMs,
  onProgress: handler,
}

export const optionRules = {
  createRun,
  openRun,
  forkRun,
  generatePlan,
  performDispatch: workerRules(adapterRules),
  ...storedRunRules,
}
