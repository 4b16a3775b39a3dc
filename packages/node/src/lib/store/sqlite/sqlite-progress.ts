import { storeParts } from '@amelia/core/plugin'
import type { RunStoreV1 } from '@amelia/core/plugin'
import { createProgressWriter } from '../follow/create-progress-writer.ts'
import { tailProgress } from '../follow/tail-progress.ts'
import { orStoreFailed } from '../rules/or-store-failed.ts'

/**
 * Sends the progress of all runs of a database through one file beside it. Progress is not worth a
 * transaction, which would be synced.
 */
export const sqliteProgress = (path: string): Required<Pick<RunStoreV1, 'publish' | 'tail'>> => {
  const file = `${path}-progress`
  const write = createProgressWriter()
  return {
    async publish(runId, value) {
      storeParts.checkRunId(runId)
      await orStoreFailed(runId, () => write(file, { runId, value }))
    },
    tail(runId, signal) {
      storeParts.checkRunId(runId)
      return only(runId, tailProgress(file, signal))
    },
  }
}

async function* only(runId: string, lines: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  for await (const line of lines) {
    const { runId: of, value } = Object(line) as { runId?: unknown; value?: unknown }
    if (of === runId) yield value
  }
}
