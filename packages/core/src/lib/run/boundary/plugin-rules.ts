/**
 * The members of each contract, as one table per contract. The types name the members, so a table that lacks
 * one does not compile. Members that a table does not have are allowed: a plugin may have more.
 */
import { longestTimerMs } from '../../perform/guard/longest-timer-ms.ts'
import { frozen } from '../../error/check/frozen.ts'
import type { CheckpointStrategyV1 } from '../../contract/checkpoint-strategy.ts'
import type { Clock } from '../../contract/clock.ts'
import type { CommandRunnerV1 } from '../../contract/command-runner.ts'
import type { DispatcherV1 } from '../../contract/dispatcher.ts'
import type { DriverV1 } from '../../contract/driver.ts'
import type { GitBackendV1 } from '../../contract/git-backend.ts'
import type { Host, HostProof } from '../../contract/host.ts'
import type { EvaluatorV1, ReviewerV1 } from '../../contract/reviewer.ts'
import type { RunStoreV1 } from '../../contract/run-store.ts'
import {
  aBoolean,
  aFunction,
  anObject,
  list,
  matching,
  name,
  oneOf,
  optional,
  shape,
  text,
  type RulesOf,
  within,
} from '../../error/check/rule.ts'

const method = aFunction
const extra = optional(aFunction)

/** The members of a driver. */
export const driverRules = {
  contract: oneOf('driver-v1'),
  id: name,
  provider: name,
  runSession: method,
  meters: list(oneOf('tokens', 'usd'), 'a list of what it counts, such as ["tokens"]'),
  reports: optional(oneOf('output', 'text')),
  todo: optional(aBoolean),
  resume: optional(oneOf('none', 'process', 'machine', 'anywhere')),
  access: optional(anObject),
  readTranscript: extra,
  readUsage: extra,
  steer: extra,
  close: extra,
} satisfies RulesOf<DriverV1>

const driverRule = shape('a driver, such as claude()', driverRules)

const reviewerRule = shape('a reviewer, as defineReviewer returns', {
  contract: oneOf('reviewer-v1'),
  id: matching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'at most 64 letters, digits, ".", "_" and "-"'),
  scope: oneOf('phase', 'run'),
  driver: optional(driverRule),
  review: method,
} satisfies RulesOf<ReviewerV1>)

const evaluatorRule = shape('an evaluator, as defineEvaluator returns', {
  contract: oneOf('evaluator-v1'),
  driver: optional(driverRule),
  evaluate: method,
} satisfies RulesOf<EvaluatorV1>)

const strategyRule = shape('a strategy, as defineCheckpointStrategy returns', {
  contract: oneOf('checkpoint-strategy-v1'),
  timeoutMs: optional(within(1, longestTimerMs)),
  decide: method,
} satisfies RulesOf<CheckpointStrategyV1>)

const storeRule = shape('a run store', {
  contract: oneOf('run-store-v1'),
  acquire: method,
  load: method,
  list: method,
  lockOf: method,
  send: method,
  pending: method,
  outcome: method,
  kept: method,
  keep: extra,
  follow: extra,
  publish: extra,
  tail: extra,
  repair: extra,
} satisfies RulesOf<RunStoreV1>)

const gitRule = shape('a git backend', {
  contract: oneOf('git-v1'),
  shared: optional(oneOf(true)),
  inspect: method,
  tryFilters: extra,
  readRef: method,
  listRefs: method,
  updateRefs: method,
  lockRun: extra,
  findLocks: extra,
  removeLock: extra,
  whyLocked: method,
  openWorkspace: method,
  resetWorkspace: method,
  closeWorkspace: method,
  rescueWorkspace: extra,
  changedPaths: method,
  findIgnored: extra,
  listIgnored: extra,
  removeHidden: extra,
  commitAttempt: method,
  merge: method,
  readFile: method,
  readTree: method,
  compose: method,
  diff: method,
  isAncestor: method,
  findCommits: method,
  runHooks: extra,
  applyToCheckout: extra,
  readOwnPaths: extra,
  followBranch: extra,
  fingerprint: extra,
  removeWorkspaces: extra,
} satisfies RulesOf<GitBackendV1>)

const commandsRule = shape('a command runner', {
  contract: oneOf('command-runner-v1'),
  run: method,
  find: method,
  runTests: extra,
  endMarked: extra,
  endSessions: extra,
  endCommands: extra,
} satisfies RulesOf<CommandRunnerV1>)

const dispatcherRule = shape('a dispatcher', {
  contract: oneOf('dispatcher-v1'),
  dispatch: method,
  cancel: method,
} satisfies RulesOf<DispatcherV1>)

const clockRule = shape('a clock', { now: method, wait: method } satisfies RulesOf<Clock>)

const proofRule = shape('the part of a host for statements', {
  platform: anObject,
  readSetup: extra,
  sign: extra,
} satisfies RulesOf<HostProof>)

/** `machine` and `confinement` may be getters that read the machine, so they are not read here. */
const hostRule = shape('a host, such as nodeHost()', {
  git: gitRule,
  store: storeRule,
  commands: optional(commandsRule),
  clock: clockRule,
  proof: optional(proofRule),
  uniqueId: method,
} satisfies Omit<RulesOf<Host>, 'machine' | 'confinement'>)

const commandRequestRule = shape('a request with `argv`, `workspace` and `signal`', {
  argv: list(text, 'a list of texts'),
  workspace: anObject,
  signal: shape('an AbortSignal', { addEventListener: method }),
  cwd: optional(text),
  env: optional(anObject),
  onOutput: optional(method),
})

/** The rules of plugins and of the parts of a host, for `checkOptions`. */
export const pluginRules = frozen({
  /** A driver. */
  driver: driverRule,
  /** A reviewer. */
  reviewer: reviewerRule,
  /** An evaluator. */
  evaluator: evaluatorRule,
  /** A checkpoint strategy. */
  strategy: strategyRule,
  /** A dispatcher. */
  dispatcher: dispatcherRule,
  /** A run store. */
  store: storeRule,
  /** A git backend. */
  git: gitRule,
  /** A command runner. */
  commands: commandsRule,
  /** The request of a command runner. */
  commandRequest: commandRequestRule,
  /** A clock. */
  clock: clockRule,
  /** A host. */
  host: hostRule,
})
