/** Runs that continue on another machine: their host, and git between clones. */
export { clusterHost, type ClusterHostOptions } from './lib/cluster-host.ts'
export { workerGit, type WorkerGitOptions } from './lib/git/worker-git.ts'
