/** Fakes and contract cases for whoever tests against Amelia, or writes a plugin for it. Runner-free. */
export { createManualClock, type ManualClock } from './lib/testing/manual-clock.ts'
export { createMemoryGit, type MemoryGit, type MemoryGitOptions } from './lib/testing/memory-git.ts'
export { createMemoryHost, type MemoryHost, type MemoryHostOptions } from './lib/testing/memory-host.ts'
export { createMemoryStore, type MemoryStore } from './lib/testing/memory-store.ts'
export { recordEvents } from './lib/testing/record-events.ts'
export { type CommandScript, createScriptedCommands } from './lib/testing/scripted-commands.ts'
export {
  createScriptedDriver,
  type ScriptedDriver,
  type SessionScript,
} from './lib/testing/scripted-driver.ts'
export {
  type CommandRunnerContractOptions,
  type CommandRunnerSubject,
  commandRunnerContract,
} from './lib/testing/command-runner-contract.ts'
export type { ContractCase } from './lib/testing/contract-case.ts'
export {
  type GitContractFeatures,
  type GitContractSubject,
  gitContractFiles,
} from './lib/testing/git-case.ts'
export { type GitContractOptions, gitContract } from './lib/testing/git-contract.ts'
export {
  type RunStoreContractOptions,
  type RunStoreSubject,
  runStoreContract,
} from './lib/testing/run-store-contract.ts'
export {
  type DriverContractOptions,
  type DriverFaults,
  type DriverSubject,
  driverContract,
} from './lib/testing/driver-contract.ts'
export {
  type ReviewerContractOptions,
  type ReviewerSubject,
  reviewerContract,
} from './lib/testing/reviewer-contract.ts'
export { type ParserContractOptions, parserContract } from './lib/testing/parser-contract.ts'
export { recordSessions, type RecordSessionsOptions } from './lib/testing/record-sessions.ts'
export type { RecordedSession, SessionRecording } from './lib/testing/recording.ts'
export {
  type ReplayDriver,
  replaySessions,
  type ReplaySessionsOptions,
} from './lib/testing/replay-sessions.ts'
