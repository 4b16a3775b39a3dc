import { AmeliaError, type Host, readRun } from '@amelia/core'

/**
 * Returns a host that acquires no run of workers: a change with it would be one of this clone only. The
 * error contains the command that makes the change, `amelia COMMAND RUN --remote URL`.
 */
export const refuseShared = (host: Host, command: 'clean' | 'revert'): Host => ({
  ...host,
  store: {
    ...host.store,
    async acquire(runId) {
      // A run that cannot be read is refused by what acquires it, with the reason.
      const { hasWorkers } = await readRun({ host, runId }).catch(() => ({ hasWorkers: false }))
      if (!hasWorkers) return host.store.acquire(runId)
      const message = `Workers performed phases of this run, so its commits are in the repository that its machines share: amelia ${command} ${runId} --remote URL`
      throw new AmeliaError('REQUEST_REFUSED', message, { reason: 'forbidden', status: 403 })
    },
  },
})
