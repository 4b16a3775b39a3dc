import type { RunStatus } from '@amelia/core'

/** What the process ends with. A public interface: scripts decide by it. */
export const exitCode = {
  completed: 0,
  /** Failed, completed in part, or aborted; also an error that nobody expected. */
  failed: 1,
  /** A wrong option, a plan that cannot be run, a repository that is not ready. Nothing was changed. */
  usage: 2,
  /** Something waits for an answer. */
  waiting: 3,
  cancelled: 130,
} as const

/** The exit code of a run that ended so. */
export const exitCodeOf = (status: RunStatus): number => {
  switch (status) {
    case 'completed':
      return exitCode.completed
    case 'waiting':
      return exitCode.waiting
    case 'cancelled':
      return exitCode.cancelled
    case 'partial':
    case 'failed':
    case 'aborted':
    case 'running':
    case 'draining':
      return exitCode.failed
  }
}
