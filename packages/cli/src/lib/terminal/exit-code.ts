import type { ConditionStatus } from '@amelia/core/view'

/** The exit codes of the process. A public interface: scripts depend on them. */
export const exitCode = {
  completed: 0,
  /** Failed, partly completed or aborted; also an unexpected error. */
  failed: 1,
  /** An invalid option, a plan that cannot be run, a repository that is not ready. Nothing was changed. */
  usage: 2,
  /** The run waits for an answer. */
  waiting: 3,
  cancelled: 130,
} as const

/** Returns the exit code for a run with the status of its condition. */
export const exitCodeOf = (status: ConditionStatus): number => {
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
    case 'interrupted':
    case 'reverted':
    case 'unknown':
      return exitCode.failed
  }
}
