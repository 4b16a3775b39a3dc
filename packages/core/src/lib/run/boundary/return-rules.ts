/**
 * The results of the methods of each contract, as one table per contract. The types name the methods and the
 * members, so a table that lacks one does not compile. Results may have more members than a table.
 */
import type { Clock } from '../../contract/clock.ts'
import type { CommandResult, CommandRunnerV1, LeftProcess } from '../../contract/command-runner.ts'
import type { Host, HostProof, ProofFile, ProofSetup, ProofSignature } from '../../contract/host.ts'
import type {
  JournalRecord,
  SentCommand,
  RunLease,
  RunLock,
  RunRepair,
  RunStoreV1,
  RunSummary,
} from '../../contract/run-store.ts'
import type { BrokenFile, TestReport, TestResult } from '../../contract/test-report.ts'
import type { ReturnRules } from './check-returns.ts'
import { gitReturnRules } from './git-return-rules.ts'
import {
  aBoolean,
  aFunction,
  amount,
  anything,
  count,
  finite,
  isRecord,
  list,
  matching,
  name,
  oneOf,
  optional,
  orNull,
  type RulesOf,
  shape,
  text,
} from '../../error/check/rule.ts'

const method = aFunction
/** Nothing is read from it. */
const nothing = anything

/** The value is not read here: it may be large, and is read once. */
const records = list(
  shape('a record', { seq: count } satisfies Omit<RulesOf<JournalRecord>, 'value'>),
  'a list of records',
)
const sentCommands = list(
  shape('a command', { id: name } satisfies Omit<RulesOf<SentCommand>, 'value'>),
  'a list of commands',
)

const store: ReturnRules<RunStoreV1> = {
  acquire: shape('a lease', {
    runId: name,
    token: matching(/^[\w-]{1,64}$/, 'a text of at most 64 letters, digits, "_" and "-"'),
    alone: optional(aBoolean),
    check: method,
    append: method,
    sent: method,
    onSent: optional(method),
    acknowledge: method,
    keep: method,
    discard: optional(method),
    remove: optional(method),
    release: method,
  } satisfies RulesOf<RunLease>),
  load: records,
  list: list(
    shape('a summary', {
      runId: name,
      updatedAt: finite,
      locked: aBoolean,
    } satisfies RulesOf<RunSummary>),
    'a list of runs',
  ),
  lockOf: shape('a lock', { locked: aBoolean } satisfies RulesOf<RunLock>),
  send: name,
  pending: sentCommands,
  outcome: anything,
  kept: optional(text),
  keep: text,
  repair: shape('an object', {
    kept: amount,
    lost: amount,
    movedTo: orNull(text),
  } satisfies RulesOf<RunRepair>),
  follow: { ...records, as: 'stream' },
  publish: nothing,
  tail: { ...anything, as: 'stream' },
}

const lease: ReturnRules<RunLease> = {
  check: nothing,
  append: nothing,
  sent: sentCommands,
  onSent: { ...aFunction, as: 'value' },
  acknowledge: nothing,
  keep: text,
  discard: nothing,
  remove: nothing,
  release: nothing,
}

const commandResult: RulesOf<CommandResult> = {
  exitCode: orNull({ expected: 'an integer', is: Number.isSafeInteger }),
  signal: optional(text),
  output: text,
  truncated: aBoolean,
  durationMs: amount,
}

const report = shape('a report', {
  runner: oneOf('node', 'vitest', 'jest', 'pytest'),
  tests: list(
    shape('a test', { id: text, file: text, passed: aBoolean, message: text } satisfies RulesOf<TestResult>),
    'a list of tests',
  ),
  broken: list(
    shape('a file', { file: text, message: text } satisfies RulesOf<BrokenFile>),
    'a list of files',
  ),
} satisfies RulesOf<TestReport>)

const commands: ReturnRules<CommandRunnerV1> = {
  run: shape('the result of a command', commandResult),
  find: aBoolean,
  runTests: shape('the result of a command', { ...commandResult, report: optional(report) }),
  endMarked: nothing,
  endSessions: nothing,
  endCommands: list(
    shape('a process', { pid: amount, command: text, server: optional(text) } satisfies RulesOf<LeftProcess>),
    'a list of processes',
  ),
}

const clock: ReturnRules<Clock> = {
  now: { ...finite, as: 'value' },
  wait: { expected: 'a promise', is: () => false, as: 'wait' },
}

const host: ReturnRules<Host> = {
  uniqueId: { ...matching(/^[a-z0-9]+$/, 'a text of lower-case letters and digits'), as: 'value' },
}

const aSignature = shape('a signature', { keyid: name, sig: name } satisfies RulesOf<ProofSignature>)
const aReason = shape('a reason', { unsigned: name })

const proof: ReturnRules<HostProof> = {
  readSetup: list(
    shape('a command of the set-up', {
      argv: list(text, 'a list of texts'),
      lockfiles: list(
        shape('a file', { path: name, sha256: name } satisfies RulesOf<ProofFile>),
        'a list of files',
      ),
    } satisfies RulesOf<ProofSetup>),
    'a list of commands',
  ),
  sign: {
    expected: 'an object with `keyid` and `sig`, or with `unsigned`',
    is: isRecord,
    by: (value) => ('unsigned' in value ? aReason : aSignature),
  },
}

export const returnRules = { git: gitReturnRules, store, lease, commands, clock, host, proof }
