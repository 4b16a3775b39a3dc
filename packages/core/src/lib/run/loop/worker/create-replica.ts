import type { Clock } from '../../../contract/clock.ts'
import type { JournalRecord, RunStoreV1 } from '../../../contract/run-store.ts'
import type { Effect } from '../../../machine/state/effect.ts'
import type { RunState } from '../../../machine/state/run-state.ts'
import { beginFold, type Fold } from '../../journal/fold-run.ts'
import type { InputSource, JournalEntry } from '../../journal/journal-version.ts'
import { pollJournal } from '../../journal/poll-journal.ts'

/** A dispatch that a worker performs. */
export interface ReplicaMember {
  phaseId: string
  /** Receives the effects of new records; at the start, those since the workspace of its phase was opened. */
  advance(state: RunState, effects: readonly Effect[]): void
  /** Called for each message of a worker that the journal contains. */
  arrived(from: InputSource): void
  /** The journal cannot be followed. */
  broken(error: unknown): void
}

/** The state of a run, as its journal leads to it. */
export interface Replica {
  /** Whether no dispatch of the run is performed here. */
  isIdle(): boolean
  /** Follows the journal for a dispatch, until the returned function is called. */
  join(member: ReplicaMember): () => void
}

export interface ReplicaOptions {
  store: RunStoreV1
  clock: Clock
  runId: string
  /** Called when the journal cannot be followed: this replica is of no more use. */
  onBroken(): void
}

/** Creates a replica. It follows the journal while it has members, and continues where it was. */
export const createReplica = ({ store, clock, runId, onBroken }: ReplicaOptions): Replica => {
  const members = new Set<ReplicaMember>()
  /** The effects of each running phase since its last workspace was opened. */
  const begun = new Map<string, Effect[]>()
  let fold: Fold | undefined
  let known = 0
  let stop = new AbortController()
  let following: Promise<void> | undefined

  const add = (record: JournalRecord): readonly Effect[] => {
    known = record.seq
    if (!fold) {
      fold = beginFold(runId, record, () => {})
      return []
    }
    const { effects } = fold.add(record)
    for (const effect of effects) {
      if (effect.type === 'open_workspace') begun.set(effect.phaseId, [])
      for (const list of begun.values()) list.push(effect)
    }
    const { from } = record.value as JournalEntry
    if (from) for (const member of members) member.arrived(from)
    return effects
  }

  const take = (batch: readonly JournalRecord[]): void => {
    const effects = batch.filter(({ seq }) => seq > known).flatMap(add)
    if (!fold) return
    const { phases, graph } = fold.state
    for (const id of begun.keys()) if (!phases[graph.index.get(id) ?? -1]?.place) begun.delete(id)
    for (const member of members) member.advance(fold.state, effects)
  }

  const follow = async ({ signal }: AbortController): Promise<void> => {
    const batches = store.follow?.(runId, signal, known) ?? pollJournal(store, runId, clock, signal)
    for await (const batch of batches) {
      if (signal.aborted) return
      take(batch)
    }
  }

  const start = async (earlier: Promise<void> | undefined): Promise<void> => {
    await earlier
    if (members.size === 0) return
    stop = new AbortController()
    try {
      await follow(stop)
    } catch (error) {
      onBroken()
      for (const member of members) member.broken(error)
    }
  }

  return {
    isIdle: () => members.size === 0,
    join(member) {
      const isFirst = members.size === 0
      members.add(member)
      if (fold) member.advance(fold.state, begun.get(member.phaseId) ?? [])
      if (isFirst) following = start(following)
      return () => {
        if (members.delete(member) && members.size === 0) stop.abort()
      }
    },
  }
}
