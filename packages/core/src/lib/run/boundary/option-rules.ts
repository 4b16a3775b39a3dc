/**
 * The options of each public function, as one table per function. Options with the rule `checked` have a
 * check elsewhere. A test compares the tables with the types.
 */
import { planFields } from '../../read/plan-fields.ts'
import { pluginRules } from './plugin-rules.ts'
import {
  aBoolean,
  aFunction,
  amount,
  anObject,
  anything,
  argv,
  count,
  entries,
  isRecord,
  list,
  name,
  optional,
  shape,
  present,
  record,
  type Rule,
  type RulesOf,
  secretTexts,
  text,
} from '../../error/check/rule.ts'
import { workerRules } from './worker-rules.ts'
import { labels, signal, storedRunRules } from './stored-run-rules.ts'
import type { ModelOptions } from '../../policy/dispatch/choose-driver.ts'
import type { BatchLimits } from '../../policy/dispatch/batch-limits.ts'
import type { RetryPolicy, WaitPolicy } from '../../policy/failure/retry-policy.ts'

const plan: Rule = {
  ...record({ ...planFields, warnings: anything }),
  expected: 'a plan, as readPlan returns',
}

/** Checked elsewhere; not null and no promise. */
const checked = optional(present)
const flag = optional(aBoolean)
const handler = optional(aFunction)
const budget = optional(anObject)

const unless = (rule: Rule, value: unknown, expected: string): Rule => ({
  ...rule,
  expected,
  is: (given) => given === value || rule.is(given),
})

const checkRule: Rule = {
  ...record({ command: { ...present, expected: argv.expected }, when: checked, optional: flag }),
  expected: 'an array of the program and its arguments, or an object with `command`',
  is: (value) => (Array.isArray(value) ? value.every(text.is) : isRecord(value)),
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

const waitRules = { baseMs: checked, maxMs: checked }

const adapterRules = {
  host: pluginRules.host,
  driver: checked,
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
  callGraceMs: checked,
  sessionTimeoutMs: checked,
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

/** The rules of the settings of a preset. A test compares them with its type. */
export const presetRules = {
  concurrency: checked,
  onFailure: checked,
  order: checked,
  trust: checked,
  batchCheckpointEnabled: flag,
  autoApproveLowRiskBatches: flag,
  units: checked,
  parallelSubtasks: flag,
  steps: checked,
  adapt: flag,
  preValidate: flag,
  finalReview: flag,
  retry: optional(
    record({
      maxAttempts: checked,
      session: checked,
      workspace: checked,
      maxReviewRounds: checked,
      reviewSession: checked,
      when: checked,
      onExhausted: checked,
    } satisfies RulesOf<RetryPolicy>),
  ),
  waits: optional(
    record({
      transient: optional(
        record({ ...waitRules, totalMs: checked } satisfies RulesOf<WaitPolicy['transient']>),
      ),
      rateLimited: optional(
        record({
          ...waitRules,
          longestMs: checked,
          limit: checked,
          failoverAfterMs: checked,
        } satisfies RulesOf<WaitPolicy['rateLimited']>),
      ),
    } satisfies RulesOf<WaitPolicy>),
  ),
  splitBatches: optional(
    unless(
      record({ low: count, medium: count, high: count } satisfies RulesOf<BatchLimits>),
      false,
      'false, or an object with low, medium and high',
    ),
  ),
  budget,
  phaseBudget: budget,
  tdd: checked,
  publish: checked,
  artefacts: checked,
  hooks: checked,
}

const createRun = {
  ...adapterRules,
  ...presetRules,
  plan,
  // Its name, or its settings.
  preset: optional({ ...present, members: presetRules }),
  maxAttempts: checked,
  verifyConcurrency: checked,
  enablePhasedExecution: flag,
  planApproved: flag,
  tick: flag,
  verify: optional({
    ...entries(checkRule),
    expected: 'an object of commands by name, such as { test: ["npm", "test"] }',
  }),
  messageStyle: checked,
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
  maxRepairs: checked,
  limits: optional(record({ tokens: optional(amount), usd: optional(amount), wallMs: optional(amount) })),
  secrets: secretTexts,
  signal,
  callGraceMs: checked,
  sessionTimeoutMs: checked,
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
