import type { JournalRecord, SentCommand, RunStoreV1 } from '../../contract/run-store.ts'
import { storeParts } from '../../contract/name/store-parts.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { createSignals } from './signals.ts'

interface Journal {
  lines: string[]
  updatedAt: number
  write: number
}

/** A stored command. */
interface Kept {
  text: string
  outcome?: string
}

/** A run store in memory, with a way to simulate a crash. */
export interface MemoryStore extends RunStoreV1 {
  /** Simulates the death of the process that owns a run: its lease is lost, and another can be acquired. */
  abandon(runId: string): void
}

/** Creates a run store in memory. Copies values through JSON, as a store on disk does. */
export const createMemoryStore = (now: () => number = () => 0): MemoryStore => {
  const journals = new Map<string, Journal>()
  const owners = new Map<string, string>()
  const known = (runId: string): Journal => {
    storeParts.checkRunId(runId)
    const journal = journals.get(runId)
    if (journal) return journal
    throw new AmeliaError('RUN_NOT_FOUND', `No run "${runId}" is stored.`, { runId })
  }
  /** By run and id, in the order of their arrival. */
  const sent = new Map<string, Map<string, Kept>>()
  const sentOf = (runId: string): Map<string, Kept> => {
    const found = sent.get(runId) ?? new Map<string, Kept>()
    sent.set(runId, found)
    return found
  }
  const tells = new Map<string, Set<() => void>>()
  /** By run and name. */
  const artifacts = new Map<string, string>()
  const pendingOf = (runId: string): SentCommand[] =>
    [...sentOf(runId)]
      .filter(([, { outcome }]) => outcome === undefined)
      .map(([id, { text }]) => ({ id, value: JSON.parse(text) as unknown }))
  const changes = createSignals()
  const progress = createSignals()
  let writes = 0
  let commands = 0
  let leases = 0
  return {
    contract: 'run-store-v1',
    async acquire(runId) {
      storeParts.checkRunId(runId)
      if (owners.has(runId))
        throw new AmeliaError('RUN_LOCKED', `Run ${runId} is locked by this process.`, {
          runId,
          holder: 'this process',
        })
      const token = String(++leases)
      owners.set(runId, token)
      if (!journals.has(runId)) journals.set(runId, { lines: [], updatedAt: now(), write: ++writes })
      return {
        runId,
        token,
        async check() {
          if (owners.get(runId) !== token) throw storeParts.leaseLost(runId, 'nothing was written')
        },
        async append(records) {
          if (owners.get(runId) !== token) throw storeParts.leaseLost(runId, 'nothing was written')
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
          changes.send(runId)
        },
        sent: async () => pendingOf(runId),
        onSent(tell) {
          const told = tells.get(runId) ?? new Set()
          tells.set(runId, told.add(tell))
          return () => void told.delete(tell)
        },
        async acknowledge(commandId, outcome) {
          if (owners.get(runId) !== token) throw storeParts.leaseLost(runId, 'nothing was written')
          const command = sentOf(runId).get(commandId)
          if (command) command.outcome ??= JSON.stringify(outcome ?? null)
        },
        async keep(name, text) {
          storeParts.checkArtifactName(name)
          if (owners.get(runId) !== token) throw storeParts.leaseLost(runId, 'nothing was written')
          artifacts.set(`${runId}/${name}`, text)
          return `memory:${runId}/${name}`
        },
        async discard(name) {
          storeParts.checkArtifactName(name)
          if (owners.get(runId) !== token) throw storeParts.leaseLost(runId, 'nothing was written')
          artifacts.delete(`${runId}/${name}`)
        },
        async remove() {
          if (owners.get(runId) !== token) throw storeParts.leaseLost(runId, 'nothing was written')
          journals.delete(runId)
          sent.delete(runId)
          for (const key of artifacts.keys()) if (key.startsWith(`${runId}/`)) artifacts.delete(key)
          owners.delete(runId)
        },
        async release() {
          if (owners.get(runId) === token) owners.delete(runId)
        },
      }
    },
    abandon(runId) {
      owners.delete(runId)
    },
    async load(runId) {
      return known(runId).lines.map((line) => JSON.parse(line) as JournalRecord)
    },
    async send(runId, value) {
      known(runId)
      const text = storeParts.encodeSent(value)
      const id = `command-${String(++commands).padStart(9, '0')}`
      sentOf(runId).set(id, { text })
      for (const tell of tells.get(runId) ?? []) tell()
      return id
    },
    async pending(runId) {
      known(runId)
      return pendingOf(runId)
    },
    async outcome(runId, commandId) {
      known(runId)
      const outcome = sentOf(runId).get(commandId)?.outcome
      return outcome === undefined ? undefined : (JSON.parse(outcome) as unknown)
    },
    async kept(runId, name) {
      known(runId)
      return artifacts.get(`${runId}/${name}`)
    },
    async keep(runId, name, text) {
      known(runId)
      storeParts.checkArtifactName(name)
      artifacts.set(`${runId}/${name}`, text)
      return `memory:${runId}/${name}`
    },
    async *follow(runId, signal, after = 0) {
      storeParts.checkRunId(runId)
      let next = after
      const changed = changes.receive(runId, signal)
      while (!signal.aborted) {
        const fresh = journals.get(runId)?.lines.slice(next) ?? []
        next += fresh.length
        if (fresh.length > 0) yield fresh.map((line) => JSON.parse(line) as JournalRecord)
        else await changed.next()
      }
    },
    async publish(runId, value) {
      storeParts.checkRunId(runId)
      progress.send(runId, JSON.parse(storeParts.encodeSent(value)))
    },
    tail(runId, signal) {
      storeParts.checkRunId(runId)
      return progress.receive(runId, signal)
    },
    async lockOf(runId) {
      storeParts.checkRunId(runId)
      return { locked: owners.has(runId) }
    },
    async list() {
      return [...journals]
        .sort(([, a], [, b]) => b.write - a.write)
        .map(([runId, { updatedAt }]) => ({ runId, updatedAt, locked: owners.has(runId) }))
    },
  }
}
