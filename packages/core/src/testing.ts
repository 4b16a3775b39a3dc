/**
 * Fakes and contract cases for tests of plugins, and of programs that use Amelia. Independent of any test
 * runner.
 */
export { createManualClock, type ManualClock } from './lib/testing/memory/manual-clock.ts'
export { createMemoryGit, type MemoryGit, type MemoryGitOptions } from './lib/testing/memory/memory-git.ts'
export {
  memoryHost,
  type MemoryHost,
  type MemoryHostOptions,
} from './lib/testing/memory/memory-host.ts'
export { createMemoryStore, type MemoryStore } from './lib/testing/memory/memory-store.ts'
export { recordEvents } from './lib/testing/record-events.ts'
export { type CommandScript, createScriptedCommands } from './lib/testing/memory/scripted-commands.ts'
export {
  createScriptedDriver,
  type ScriptedDriver,
  type ScriptedDriverOptions,
  type SessionScript,
} from './lib/testing/driver/scripted-driver.ts'
export {
  type CommandRunnerContractOptions,
  commandRunnerContract,
} from './lib/testing/command/command-runner-contract.ts'
export type { CommandRunnerSubject } from './lib/testing/command/command-cases.ts'
export type { ContractCase } from './lib/testing/contract-case.ts'
export {
  type GitContractFeatures,
  type GitContractSubject,
  gitContractFiles,
} from './lib/testing/git/git-case.ts'
export { type GitContractOptions, gitContract } from './lib/testing/git/git-contract.ts'
export {
  type RunStoreContractOptions,
  type RunStoreSubject,
  runStoreContract,
} from './lib/testing/store/run-store-contract.ts'
export { type DriverContractOptions, driverContract } from './lib/testing/driver/driver-contract.ts'
export {
  createSessionRequest,
  type SessionRequestOptions,
} from './lib/testing/driver/create-session-request.ts'
export type { ScriptedSession } from './lib/testing/driver/scripted-session.ts'
export type { DriverFaults, ReceivedRequest } from './lib/testing/driver/driver-faults.ts'
export type { DriverSubject } from './lib/testing/driver/driver-sessions.ts'
export {
  type ReviewerContractOptions,
  type ReviewerSubject,
  reviewerContract,
} from './lib/testing/review/reviewer-contract.ts'
export { type ParserContractOptions, parserContract } from './lib/testing/parser/parser-contract.ts'
export { recordSessions, type RecordSessionsOptions } from './lib/testing/recording/record-sessions.ts'
export type {
  RecordedProgress,
  RecordedSession,
  RecordedUsage,
  SessionRecording,
} from './lib/testing/recording/session-recording.ts'
export {
  type ReplayDriver,
  replaySessions,
  type ReplaySessionsOptions,
} from './lib/testing/recording/replay-sessions.ts'
export { compareFingerprints } from './lib/policy/compare-fingerprints.ts'
export {
  type CheckpointStrategyContractOptions,
  checkpointStrategyContract,
  type CheckpointStrategySubject,
} from './lib/testing/review/checkpoint-strategy-contract.ts'
export {
  type EvaluatorContractOptions,
  evaluatorContract,
  type EvaluatorSubject,
} from './lib/testing/review/evaluator-contract.ts'
export type { MemoryCheckout } from './lib/testing/memory/memory-checkout.ts'
export type { MemoryCommit } from './lib/testing/memory/memory-objects.ts'
export type { MemoryTree } from './lib/testing/memory/memory-tree.ts'
export type { RunStoreFaults } from './lib/testing/store/run-store-case.ts'
