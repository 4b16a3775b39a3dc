/** The host for Node: native git, processes, files. */
export { type FileStoreOptions, fileStore } from './lib/store/file-store.ts'
export type { JournalFileHandle, JournalFiles } from './lib/store/disk/journal-files.ts'
export {
  type CommandNotifier,
  type CommandNotifierOptions,
  commandNotifier,
} from './lib/notify/command-notifier.ts'
export { diffWorkspace, type DiffWorkspaceOptions } from './lib/git/attempt/diff-workspace.ts'
export {
  measureRuns,
  type MeasureRunsOptions,
  type RunSize,
} from './lib/backend/measure-runs.ts'
export { nativeGit } from './lib/backend/native-git.ts'
export type { NativeGitOptions } from './lib/backend/native-git-options.ts'
export type { ConfineOptions } from './lib/confine/confine-options.ts'
export { type NodeHostOptions, nodeHost } from './lib/node-host.ts'
export { type ProcessRunnerOptions, processRunner } from './lib/process/process-runner.ts'
export type { PlanSources } from './lib/plan/plan-sources.ts'
export { repositoryPaths } from './lib/plan/repository-paths.ts'
export { isPlanPath } from './lib/plan/list-files.ts'
export { readPlanSources } from './lib/plan/read-plan-sources.ts'
export { type SqliteStore, sqliteStore, type SqliteStoreOptions } from './lib/store/sqlite/sqlite-store.ts'
export { systemClock } from './lib/system-clock.ts'
export { workspaceFiles } from './lib/file/workspace-files.ts'
export { proveCommits } from './lib/proof/prove-commits.ts'
export type { ProveOptions } from './lib/proof/prove-options.ts'
export type {
  CommitStatement,
  ProofProblem,
  ProofReport,
  ProofVerdict,
  ProvenCommit,
  ReplayedCheck,
} from './lib/proof/proof-report.ts'
