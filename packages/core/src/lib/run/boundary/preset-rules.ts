/** The rules of the settings that presets have and options override. */
import type { Budget } from '../../event/budget.ts'
import type { BatchLimits } from '../../policy/dispatch/batch-limits.ts'
import { settingValues } from '../../policy/dispatch/setting-values.ts'
import type { RetryPolicy, WaitPolicy } from '../../policy/failure/retry-policy.ts'
import {
  aBoolean,
  aboveZero,
  count,
  either,
  named,
  oneOf,
  optional,
  record,
  type Rule,
  type RulesOf,
  within,
} from '../../error/check/rule.ts'

const flag = optional(aBoolean)
const limit = optional(aboveZero)
/** The limits of a budget. */
export const budget = optional(
  record({ tokens: limit, usd: limit, wallMs: limit, sessions: limit } satisfies RulesOf<Budget>),
)
/** One of the values of a setting. */
export const choice = (key: keyof typeof settingValues): Rule => optional(named(settingValues[key]))
/** Milliseconds, or a number of times. */
export const delay = optional(within(0))

const waitRules = { baseMs: delay, maxMs: delay }

/** The rules of the settings of a preset. A test compares them with its type. */
export const presetRules = {
  concurrency: optional(count),
  onFailure: choice('onFailure'),
  order: choice('order'),
  trust: choice('trust'),
  batchCheckpointEnabled: flag,
  autoApproveLowRiskBatches: flag,
  units: choice('units'),
  parallelSubtasks: flag,
  steps: choice('steps'),
  adapt: flag,
  preValidate: flag,
  finalReview: flag,
  retry: optional(
    record({
      maxAttempts: optional(count),
      session: optional(named(['fresh', 'continue'])),
      workspace: optional(named(['reset', 'keep'])),
      maxReviewRounds: optional(count),
      reviewSession: optional(named(['fresh', 'continue'])),
      when: optional(named(['now', 'siblings'])),
      onExhausted: optional(named(['attended', 'ask', 'fail'])),
    } satisfies RulesOf<RetryPolicy>),
  ),
  waits: optional(
    record({
      transient: optional(
        record({ ...waitRules, totalMs: delay } satisfies RulesOf<WaitPolicy['transient']>),
      ),
      rateLimited: optional(
        record({
          ...waitRules,
          longestMs: delay,
          limit: delay,
          failoverAfterMs: delay,
        } satisfies RulesOf<WaitPolicy['rateLimited']>),
      ),
    } satisfies RulesOf<WaitPolicy>),
  ),
  splitBatches: optional(
    either(
      record({ low: count, medium: count, high: count } satisfies RulesOf<BatchLimits>),
      oneOf(false),
      'false, or an object with low, medium and high',
    ),
  ),
  budget,
  phaseBudget: budget,
  tdd: choice('tdd'),
  publish: choice('publish'),
  artifacts: choice('artifacts'),
  hooks: choice('hooks'),
}
