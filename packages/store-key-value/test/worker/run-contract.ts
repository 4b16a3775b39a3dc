import type { RunStoreV1 } from '@amelia/core/plugin'
import { type RunStoreSubject, runStoreContract } from '@amelia/core/testing'
import { type DurableStorageLike, durableObjectStore } from '../../src/lib/durable-object-store.ts'

/** Returns the storage as a restarted object sees it: the same entries, without cached values. */
const reopened = (storage: DurableStorageLike): DurableStorageLike => ({
  get: storage.get.bind(storage),
  put: storage.put.bind(storage),
  delete: storage.delete.bind(storage),
  list: storage.list.bind(storage),
  transaction: storage.transaction.bind(storage),
})

interface Subject extends RunStoreSubject {
  readonly prefix: string
  reopen(): RunStoreV1
  restart(): void
}

const createSubject = (storage: DurableStorageLike, prefix: string): Subject => {
  let view = reopened(storage)
  const open = (): RunStoreV1 => durableObjectStore(view, { prefix })
  let current = open()
  return {
    prefix,
    store: {
      contract: 'run-store-v1',
      acquire: (runId) => current.acquire(runId),
      load: (runId) => current.load(runId),
      list: () => current.list(),
      lockOf: (runId) => current.lockOf(runId),
      send: (runId, value) => current.send(runId, value),
      pending: (runId) => current.pending(runId),
      outcome: (runId, commandId) => current.outcome(runId, commandId),
      kept: (runId, name) => current.kept(runId, name),
    },
    reopen: open,
    restart() {
      view = reopened(storage)
      current = open()
    },
    close: async () => {},
  }
}

export interface CaseResult {
  readonly name: string
  readonly covered: boolean
  readonly error?: string
}

/** Runs the store's contract tests on the storage of a Durable Object, each with separate keys. */
export const runContract = async (storage: DurableStorageLike): Promise<CaseResult[]> => {
  let made = 0
  const subjects = new Map<RunStoreSubject, Subject>()
  const of = (subject: RunStoreSubject): Subject => subjects.get(subject) as Subject
  const cases = runStoreContract({
    async create() {
      made += 1
      const subject = createSubject(storage, `case-${made}/`)
      subjects.set(subject, subject)
      return subject
    },
    faults: {
      abandon: async (subject) => of(subject).restart(),
      async tear(subject, runId) {
        await storage.put({
          [`${of(subject).prefix}${runId}/journal/000000000003`]: '01234567 {"seq":3,"val',
        })
      },
      async damage(subject, runId, line) {
        const found = await storage.list({ prefix: `${of(subject).prefix}${runId}/journal/` })
        const [key = '', text] = [...found].at(-1) ?? []
        const lines = String(text).split('\n')
        lines[line - 1] = (lines[line - 1] ?? '').replace('"n"', '"m"')
        await storage.put({ [key]: lines.join('\n') })
      },
      reopen: (subject) => of(subject).reopen(),
      async spoil(subject, runId, id) {
        await storage.put({ [`${of(subject).prefix}${runId}/commands/${id}`]: '{"x' })
      },
    },
  })
  const results: CaseResult[] = []
  for (const { name, covered, run } of cases) {
    try {
      await run()
      results.push({ name, covered })
    } catch (error) {
      results.push({ name, covered, error: String(error) })
    }
  }
  return results
}
