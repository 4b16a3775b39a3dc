import type { JournalRecord } from '../../contract/run-store.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { RunEvent } from '../../event/run-event.ts'
import type { Effect } from '../../machine/state/effect.ts'
import { createRunState, type RunState } from '../../machine/state/run-state.ts'
import { transition } from '../../machine/transition.ts'
import { createEventCompleter } from './create-event-completer.ts'
import { coreVersion } from './core-version.ts'
import { createDigest, type Digest } from './create-digest.ts'
import {
  checkJournalVersion,
  type InputSource,
  type JournalEntry,
  type RunRecord,
} from './journal-version.ts'

interface FoldOptions {
  /** Receives each event of the journal, in order. */
  receive?: (event: RunEvent) => void
  /** Called before each record. The fold ends with what it throws. */
  between?: (state: RunState, record: JournalRecord) => void
}

/** A journal that is folded record by record. */
export interface Fold {
  state: RunState
  digest: Digest
  /** The claim of each phase's last dispatch that a worker performed, with its last message. */
  claims: Map<string, InputSource>
  /** Applies the next record, and returns its input and the effects. Throws `RUN_VERSION`. */
  add(record: JournalRecord): { input: JournalEntry; effects: Effect[] }
}

/**
 * Begins to fold a journal at its first record. Throws `RUN_DAMAGED`, `RUN_VERSION`, and `RUN_NOT_FOUND` for
 * a journal without records: its process died before the first one.
 */
export const beginFold = (
  runId: string,
  first: JournalRecord | undefined,
  receive: (event: RunEvent) => void,
): Fold => {
  const head = readHead(runId, first)
  checkJournalVersion(runId, head)
  const state = createRunState(head)
  const digest = createDigest()
  const completeEvent = createEventCompleter(state)
  const claims: Fold['claims'] = new Map()
  return {
    state,
    digest,
    claims,
    add({ seq, value }) {
      // The store has verified the records; `run-loop` wrote their contents.
      const entry = value as JournalEntry
      if (entry.after !== undefined && entry.after !== digest.read())
        throw decidedOtherwise(runId, seq, head.by)
      const { events, effects } = transition(state, entry)
      digest.add(effects)
      for (const event of events) receive(completeEvent(event))
      if (entry.from) claims.set(entry.from.phaseId, entry.from)
      return { input: entry, effects }
    },
  }
}

/**
 * Computes the state that a journal leads to.
 *
 * Throws `RUN_DAMAGED`, `RUN_VERSION`, and `RUN_NOT_FOUND` for a run that was created but never started.
 */
export const foldRun = (
  runId: string,
  records: readonly JournalRecord[],
  { receive = () => {}, between = () => {} }: FoldOptions = {},
): Pick<Fold, 'state' | 'digest' | 'claims'> => {
  const { state, digest, claims, add } = beginFold(runId, records[0], receive)
  for (const record of records.slice(1)) {
    between(state, record)
    add(record)
  }
  if (state.status === 'created') throw neverStarted(state.runId)
  return { state, digest, claims }
}

const neverStarted = (runId: string): AmeliaError =>
  new AmeliaError('RUN_NOT_FOUND', `Run ${runId} was created and never started. Start a new one.`, { runId })

/** Replaying would give other decisions, because the rules have changed since the record was written. */
const decidedOtherwise = (runId: string, seq: number, by: string): AmeliaError =>
  new AmeliaError(
    'RUN_VERSION',
    `Run ${runId} was begun by Amelia ${by}; this is ${coreVersion}, which decides differently before record ${seq}. Resume it with ${by}.`,
    { runId, version: by },
  )

const readHead = (runId: string, first: JournalRecord | undefined): RunRecord => {
  if (first === undefined) throw neverStarted(runId)
  const head = first.value
  if (typeof head !== 'object' || head === null || !('type' in head) || head.type !== 'run_created')
    throw new AmeliaError(
      'RUN_DAMAGED',
      `The journal of run ${runId} does not begin with a \`run_created\` record.`,
      {
        runId,
        line: 1,
      },
    )
  return head as RunRecord
}
