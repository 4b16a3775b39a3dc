import type { RunOptions } from '@amelia/core'
import { checkOptions, type Rule, rules, type RulesOf } from '@amelia/core/plugin'
import type { NodeHostOptions } from '@amelia/node'
import type { RunFileOptions } from './run-file-options.ts'

/** `nodeHost` checks its value. */
const ofHost = rules.anything

/** The options of the host; all others are those of `run` and of the run. */
export const hostRules: RulesOf<Omit<NodeHostOptions, 'repo'>> = {
  ...{ slots: ofHost, portBase: ofHost, sign: ofHost, hookLimitMs: ofHost, graceMs: ofHost, setup: ofHost },
  ...{ copy: ofHost, link: ofHost, setupLimitMs: ofHost, passEnv: ofHost, env: ofHost, onGitWarning: ofHost },
  outputLimit: ofHost,
  confine: ofHost,
}

/** `createRun` checks its value. */
const ofRun = rules.anything
const handler = rules.optional(rules.function)

const runRules: RulesOf<Omit<RunOptions, 'plan' | 'host' | 'verify'>> = {
  ...{
    driver: ofRun,
    models: ofRun,
    preset: ofRun,
    trust: ofRun,
    onGate: ofRun,
    attended: ofRun,
    whenWaiting: ofRun,
    functions: ofRun,
    limits: ofRun,
    checkpoint: ofRun,
  },
  ...{ reviewers: ofRun, evaluator: ofRun, retryRule: ofRun, dispatcher: ofRun, signal: ofRun },
  ...{ callGraceMs: ofRun, sessionTimeoutMs: ofRun, logger: ofRun, onListenerError: ofRun },
  ...{
    secrets: rules.secrets,
    concurrency: ofRun,
    verifyConcurrency: ofRun,
    onFailure: ofRun,
    order: ofRun,
    units: ofRun,
  },
  ...{ batchCheckpointEnabled: ofRun, autoApproveLowRiskBatches: ofRun, parallelSubtasks: ofRun },
  ...{ steps: ofRun, adapt: ofRun, preValidate: ofRun, finalReview: ofRun, maxAttempts: ofRun },
  ...{ retry: ofRun, waits: ofRun },
  ...{ splitBatches: ofRun, enablePhasedExecution: ofRun, budget: ofRun, phaseBudget: ofRun },
  ...{ planApproved: ofRun, tdd: ofRun, publish: ofRun, artifacts: ofRun, hooks: ofRun, inPlace: ofRun },
  ...{ messageStyle: ofRun, allowSecrets: ofRun, tick: ofRun },
  ...{ allowDirty: ofRun, target: ofRun, labels: ofRun, meta: ofRun, runId: ofRun, trackerId: ofRun },
}

const verify: Rule = {
  expected: 'a command as text, or an object of commands by name, such as { test: "npm test" }',
  is: (value) => rules.text.is(value) || rules.object.is(value),
  optional: true,
}

const runFileRules: RulesOf<RunFileOptions> = {
  ...{
    cwd: rules.optional(rules.text),
    format: rules.optional(rules.name),
    tag: rules.optional(rules.name),
    verify,
  },
  ...{ onEvent: handler, onWarning: handler },
  ...runRules,
  ...hostRules,
}

/** Checks the options of `run`. Throws `OPTION_INVALID`. */
export const checkRunFileOptions = (options: RunFileOptions): void =>
  checkOptions('run', options, runFileRules)
