import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { AmeliaError, checkArgument } from '@amelia/core/plugin'
import { checkRemote } from '../git/check-remote.ts'
import { openDatabase } from '../database/cluster-database.ts'
import { liveOnce } from './live-once.ts'
import { type RunWorkerOptions, runWorkerRules } from './run-worker-options.ts'
import { defaultDeadMs, workerTimes } from '../sweep/worker-times.ts'

/**
 * Performs dispatches of coordinators until the signal aborts, then drains: sessions are interrupted, their
 * trees are pushed, and their coordinators are told. There is one worker in a process.
 *
 * A worker that may have been declared dead stops its sessions, and continues with another id.
 *
 * Throws `OPTION_INVALID` for an invalid option, a remote without atomic pushes, or a database that cannot
 * keep runs, `REPOSITORY_NOT_READY` for a clone without an identity for commits, and `STORE_FAILED` if the
 * database cannot be reached at the start.
 */
export const runWorker = async (options: RunWorkerOptions): Promise<void> => {
  checkArgument('runWorker', 'options', options, runWorkerRules)
  const { database, schema, repo = '.', remote, host, signal, onEvent = () => {} } = options
  const times = workerTimes(options.deadMs ?? defaultDeadMs)
  await checkRemote(repo, remote)
  if ((await host.git.inspect()).identity === null) throw withoutIdentity()
  const tables = openDatabase({ database, schema })
  // Checks the settings of the database, too.
  await host.store.list()
  await tables.query('SELECT 1')
  try {
    while (!signal?.aborted) {
      const id = randomUUID()
      try {
        await liveOnce({ ...options, tables, times, id, machine: host.machine ?? hostname() })
      } catch (error) {
        if (!AmeliaError.is(error, 'LEASE_LOST') && !AmeliaError.is(error, 'STORE_FAILED')) throw error
        onEvent({ type: 'worker_lost', worker: id, why: error.message })
        await wait(times.beatMs / 5, undefined, signal ? { signal } : {}).catch(() => {})
      }
    }
  } finally {
    await tables.close()
  }
}

const withoutIdentity = (): AmeliaError => {
  const message =
    'The clone of this worker has no identity for commits, so no work could be kept. Set `git config --global user.name` and `git config --global user.email` for its user.'
  return new AmeliaError('REPOSITORY_NOT_READY', message, { reason: 'no_identity' })
}
