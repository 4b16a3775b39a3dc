/** Runs on several machines: their host, git between clones, and workers that perform dispatches. */
export { clusterHost, type ClusterHostOptions } from './lib/cluster-host.ts'
export { workerGit, type WorkerGitOptions } from './lib/git/worker-git.ts'
export {
  dbosDispatcher,
  type DbosDispatcher,
  type DbosDispatcherOptions,
} from './lib/dispatch/dbos-dispatcher.ts'
export { runWorker } from './lib/worker/run-worker.ts'
export type { RunWorkerOptions, WorkerEvent } from './lib/worker/run-worker-options.ts'
export { listWorkers, type ListWorkersOptions, type WorkerInfo } from './lib/worker/list-workers.ts'
