import type { JournalRecord } from '../contract/run-store.ts'
import { AmeliaError } from '../error/amelia-error.ts'
import type { Input, InputDraft } from '../machine/input.ts'
import { createRunState, type RunState } from '../machine/run-state.ts'
import { transition } from '../machine/transition.ts'
import { journalVersion, type RunRecord } from './create-run.ts'
import { createEventHub } from './event-hub.ts'
import { makeRun } from './make-run.ts'
import type { Run } from './run.ts'
import { createEventDresser } from './create-event-dresser.ts'
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
export const openRun = async (options: OpenRunOptions): Promise<Run> => {
  const { host, runId, onListenerError = () => {} } = options
  const records = await host.store.load(runId)
  const state = createRunState(readHead(runId, records))
  const hub = createEventHub(onListenerError)
  const dressEvent = createEventDresser(state)
  for (const { value } of records.slice(1)) {
    // The store has verified the records; what they hold was written by `run-loop`.
    for (const event of transition(state, value as Input).events) hub.recall(dressEvent(event))
  }
  return makeRun({
    ...options,
    state,
    hub,
    warnings: [],
    first: firstInput(state, options.driver?.provider),
    async hold() {
      const lease = await host.store.acquire(runId)
      const now = await host.store.load(runId)
      if (now.length === records.length) return { lease, nextSeq: records.length + 1 }
      await lease.release()
      throw new AmeliaError(
        'RUN_HELD',
        `Run ${runId} went on in another process since it was opened. Open it again.`,
        {
          runId,
          holder: 'another process',
        },
      )
    },
  })
}

const firstInput = (state: RunState, provider: string | undefined): InputDraft => {
  if (state.status === 'created')
    throw new AmeliaError(
      'RUN_NOT_FOUND',
      `Run ${state.runId} was created and never started. Start a new one.`,
      {
        runId: state.runId,
      },
    )
  return { type: 'run_resumed', ...(provider !== undefined && { provider }) }
}

const readHead = (runId: string, records: readonly JournalRecord[]): RunRecord => {
  const head = records[0]?.value
  if (typeof head !== 'object' || head === null || !('type' in head) || head.type !== 'run_created')
    throw new AmeliaError('RUN_DAMAGED', `The journal of run ${runId} does not begin as a journal does.`, {
      runId,
      line: 1,
    })
  const record = head as RunRecord
  if (record.version !== journalVersion)
    throw new AmeliaError(
      'RUN_VERSION',
      `Run ${runId} was written in version ${String(record.version)} of the journal, and this Amelia reads version ${journalVersion}. Resume it with the Amelia that began it.`,
      { runId, version: String(record.version) },
    )
  return record
}
