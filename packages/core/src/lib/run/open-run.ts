import { AmeliaError } from '../error/amelia-error.ts'
import type { RevertScope } from '../machine/find-before.ts'
import type { InputDraft } from '../machine/input.ts'
import { createEventHub } from './event-hub.ts'
import { findIntegrated } from './find-integrated.ts'
import { foldRun } from './fold-run.ts'
import { makeRun } from './make-run.ts'
import type { Run } from './run.ts'
import type { RunAdapters } from './run-options.ts'

export interface OpenRunOptions extends RunAdapters {
  runId: string
}

/**
 * Takes up a stored run. Its state is the fold of its journal; `start` goes on with it.
 *
 * A run that is completed, partial or aborted is only looked at: its `start` gives the report.
 * Throws `RUN_NOT_FOUND`, `RUN_DAMAGED`, `RUN_VERSION`; `start` throws `RUN_HELD` when another process has it.
 */
export const openRun = (options: OpenRunOptions): Promise<Run> => openStored(options, {})

/** The same, with more to say when it starts. */
export const openStored = async (options: OpenRunOptions, more: { revert?: RevertScope }): Promise<Run> => {
  const { host, runId, onListenerError = () => {} } = options
  const records = await host.store.load(runId)
  const hub = createEventHub(onListenerError)
  const { state, digest } = foldRun(runId, records, hub.recall)
  return makeRun({
    ...options,
    state,
    digest,
    hub,
    warnings: [],
    first: { ...firstInput(options.driver?.provider), ...more },
    async hold() {
      const lease = await host.store.acquire(runId)
      try {
        const now = await host.store.load(runId)
        if (now.length !== records.length) throw wentOn(runId)
        const found = await findIntegrated(host.git, state)
        return { lease, nextSeq: records.length + 1, ...(found && { found }) }
      } catch (error) {
        await lease.release()
        throw error
      }
    },
  })
}

const wentOn = (runId: string): AmeliaError =>
  new AmeliaError('RUN_HELD', `Run ${runId} went on in another process since it was opened. Open it again.`, {
    runId,
    holder: 'another process',
  })

const firstInput = (provider: string | undefined): Extract<InputDraft, { type: 'run_resumed' }> => ({
  type: 'run_resumed',
  ...(provider !== undefined && { provider }),
})
