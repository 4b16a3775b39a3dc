/**
 * The options of each public function, as one table per function. A test compares the tables with the types.
 * Other code only compares options with each other, with the plan, the drivers or the repository.
 */
import { trackerForm } from '../../plan/validation/tracker-form.ts'
import { planRule as plan } from '../../read/plan-fields.ts'
import { isMeta, jsonForm } from '../../plan/field/meta.ts'
import { driverOption } from './driver-option.ts'
import { pluginRules } from './plugin-rules.ts'
import {
  aBoolean,
  aFunction,
  amount,
  argv,
  count,
  either,
  entries,
  infinite,
  list,
  matching,
  name,
  named,
  oneOf,
  optional,
  present,
  shape,
  record,
  type RulesOf,
  secretTexts,
  text,
  within,
} from '../../error/check/rule.ts'
import { newRunId } from '../../error/check/new-run-id.ts'
import { longestTimerMs } from '../../perform/guard/longest-timer-ms.ts'
import { presetNames } from '../../policy/dispatch/setting-values.ts'
import { budget, choice, delay, presetRules } from './preset-rules.ts'
import { workerRules } from './worker-rules.ts'
import { labels, signal, storedRunRules } from './stored-run-rules.ts'
import type { ModelOptions } from '../../policy/dispatch/choose-driver.ts'

const flag = optional(aBoolean)
const handler = optional(aFunction)
const timer = within(1, longestTimerMs)

const checkRule = either(
  record({ command: argv, when: optional(named(['always', 'green', 'end'])), optional: flag }),
  argv,
  'an array of the program and its arguments, or an object with `command`',
)

/** Absolute paths and those outside of the repository cover no file of it. */
const allowedSecret = matching(
  /^(?!(?:.*\/)?\.\.(?:\/|$))[^/\\\s][^\\]*$/s,
  'a path or a pattern of paths relative to the repository, or a fingerprint',
)

const sessionTimeoutMs = optional(either(timer, infinite))

const tracker = matching(trackerForm, 'at most 64 letters, digits, ".", "_" and "-"')

const adapterRules = {
  host: pluginRules.host,
  driver: driverOption,
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
  functions: optional({ ...entries(aFunction), expected: 'an object of functions by name' }),
  onGate: handler,
  attended: flag,
  whenWaiting: optional(named(['stay', 'end'])),
  reviewers: optional({ ...list(pluginRules.reviewer, 'a list of reviewers'), distinct: 'id' }),
  evaluator: optional(either(pluginRules.evaluator, oneOf(false))),
  checkpoint: optional(pluginRules.strategy),
  retryRule: handler,
  dispatcher: optional(pluginRules.dispatcher),
  limits: optional(shape('limits, as createLimits returns', { options: present, queue: present })),
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
  preset: optional(
    either(
      record(presetRules),
      named(presetNames),
      `one of ${presetNames.join(', ')}, or the settings of a preset`,
    ),
  ),
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
  allowDirty: {
    ...flag,
    needs: { member: 'inPlace', because: ': other runs do not change the checkout. Omit it.' },
  },
  target: optional(text),
  trackerId: optional(tracker),
  runId: optional(newRunId),
  labels,
  meta: optional({ expected: `an object of ${jsonForm}`, is: isMeta }),
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
  goal: name,
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
  source: optional(name),
  rejected: optional(record({ text: name, feedback: name })),
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
