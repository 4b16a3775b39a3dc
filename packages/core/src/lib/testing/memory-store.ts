import type { JournalRecord, RunStoreV1 } from '../contract/run-store.ts'
import { AmeliaError } from '../error/amelia-error.ts'

/** A run store in memory. What it is given is copied through JSON, as a real one would. */
export const createMemoryStore = (now: () => number = () => 0): RunStoreV1 => {
  const journals = new Map<string, { lines: string[]; updatedAt: number; write: number }>()
  const holders = new Map<string, object>()
  const plain = (runId: string): void => {
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/.test(runId) || runId.includes('..'))
      throw new AmeliaError('OPTION_INVALID', `${JSON.stringify(runId)} is no id of a run.`, {
        option: 'runId',
      })
  }
  let writes = 0
  return {
    contract: 'run-store-v1',
    async acquire(runId) {
      plain(runId)
      if (holders.has(runId))
        throw new AmeliaError('RUN_HELD', `Run ${runId} is held already.`, { runId, holder: 'this process' })
      const token = {}
      holders.set(runId, token)
      if (!journals.has(runId)) journals.set(runId, { lines: [], updatedAt: now(), write: ++writes })
      return {
        runId,
        async append(records) {
          if (holders.get(runId) !== token)
            throw new AmeliaError('LEASE_LOST', `Run ${runId} has another holder now.`, { runId })
          const journal = journals.get(runId)!
          for (const record of records) {
            if (record.seq !== journal.lines.length + 1)
              throw new AmeliaError(
                'INTERNAL',
                `Record ${record.seq} does not follow record ${journal.lines.length}.`,
                { where: 'memory-store' },
              )
            journal.lines.push(JSON.stringify(record))
          }
          journals.set(runId, { ...journal, updatedAt: now(), write: ++writes })
        },
        async release() {
          if (holders.get(runId) === token) holders.delete(runId)
        },
      }
    },
    async load(runId) {
      plain(runId)
      const journal = journals.get(runId)
      if (!journal) throw new AmeliaError('RUN_NOT_FOUND', `No run "${runId}" is stored.`, { runId })
      return journal.lines.map((line) => JSON.parse(line) as JournalRecord)
    },
    async list() {
      return [...journals]
        .sort(([, a], [, b]) => b.write - a.write)
        .map(([runId, { updatedAt }]) => ({ runId, updatedAt, held: holders.has(runId) }))
    },
  }
}
