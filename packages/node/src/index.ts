/** The adapters that a run lives on in Node: native git, processes, files. */
export { type FileStoreOptions, fileStore } from './lib/store/file-store.ts'
export type { JournalFileHandle, JournalFiles } from './lib/store/journal-files.ts'
export { type NativeGitOptions, nativeGit } from './lib/native-git.ts'
export { type NodeHostOptions, nodeHost } from './lib/node-host.ts'
export { type ProcessRunnerOptions, processRunner } from './lib/process/process-runner.ts'
export { systemClock } from './lib/system-clock.ts'
export { workspaceFiles } from './lib/workspace-files.ts'
