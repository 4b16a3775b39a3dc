import type { JournalRecord } from '../contract/run-store.ts'
import { AmeliaError } from '../error/amelia-error.ts'
import type { Input } from '../machine/input.ts'
import type { RunStart } from '../machine/run-state.ts'

/**
 * The version of what a journal holds. It grows when what an earlier Amelia wrote would be read otherwise; {@link upgrades} then says how
 * it is read, and `test/golden` keeps a journal of each version.
 */
export const journalVersion = 4

/** The first record of a journal. */
export interface RunRecord extends RunStart {
  type: 'run_created'
  version: number
  /** The version of this package that began the run. */
  by: string
}

/** Every other record. */
export type JournalEntry = Input & {
  /** The digest of everything that was decided before it. Absent where it was written together with the record before. */
  after?: number
  /** From here on the journal is of this version: a newer Amelia took the run up. */
  version?: number
}

/** How an entry of a version is read by the next one. The record itself is never changed. */
const upgrades = new Map<number, (entry: JournalEntry) => JournalEntry>([
  // The digest was made in another way: what it says can no longer be compared.
  [3, ({ after: _after, ...entry }) => entry],
])

const oldest = Math.min(...upgrades.keys())

/** The entries of a journal as this version reads them. Throws `RUN_VERSION` for one that is newer, or too old. */
export const readEntries = (
  runId: string,
  head: RunRecord,
  records: readonly JournalRecord[],
): { seq: number; entry: JournalEntry }[] => {
  let version = head.version
  checkVersion(runId, version)
  return records.map(({ seq, value }) => {
    // The store has verified the records; what they hold was written by `run-loop`.
    let entry = value as JournalEntry
    if (entry.version !== undefined) checkVersion(runId, (version = entry.version))
    for (let from = version; from < journalVersion; from++) entry = upgrades.get(from)?.(entry) ?? entry
    return { seq, entry }
  })
}

/** The version that the last record of a journal is of. */
export const versionOf = (head: RunRecord, records: readonly JournalRecord[]): number =>
  (
    records.findLast(({ value }) => (value as JournalEntry).version !== undefined)?.value as
      | JournalEntry
      | undefined
  )?.version ?? head.version

const checkVersion = (runId: string, version: unknown): void => {
  if (typeof version === 'number' && version >= oldest && version <= journalVersion) return
  const how =
    Number(version) > journalVersion
      ? 'a newer Amelia, and is to be resumed with it'
      : 'an Amelia before 0.1, which nobody has any more'
  throw new AmeliaError(
    'RUN_VERSION',
    `Run ${runId} was written in version ${String(version)} of the journal, and this Amelia reads versions ${oldest} to ${journalVersion}: it is of ${how}.`,
    { runId, version: String(version) },
  )
}
