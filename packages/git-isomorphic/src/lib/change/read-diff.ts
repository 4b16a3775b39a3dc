import type { DiffEntry } from '@amelia/core/plugin'
import { countLines } from './count-lines.ts'
import { type DifferingEntry, differingEntries } from '../object/differing-entries.ts'
import type { ObjectStore } from '../object/object-store.ts'
import type { TreeEntry } from '../object/tree-entry.ts'

/** Compares two trees by path and counts lines. A renamed file counts as removed and added. */
export const readDiff = async (store: ObjectStore, from: string, to: string): Promise<DiffEntry[]> => {
  const entries: DiffEntry[] = []
  for (const found of await differingEntries(store, from, to)) {
    const [before, after] = await Promise.all([found.before, found.after].map((one) => contentOf(store, one)))
    const lines = countLines(before ?? new Uint8Array(), after ?? new Uint8Array())
    entries.push({ path: found.path, status: statusOf(found), ...lines })
  }
  return entries
}

const statusOf = ({ before, after }: DifferingEntry): DiffEntry['status'] => {
  if (before === undefined) return 'added'
  if (after === undefined) return 'deleted'
  return before.mode.slice(0, 3) === after.mode.slice(0, 3) ? 'modified' : 'type'
}

/** A submodule counts as the single line that git shows for it. */
const contentOf = async (store: ObjectStore, entry: TreeEntry | undefined): Promise<Uint8Array> => {
  if (entry === undefined) return new Uint8Array()
  if (entry.mode === '160000') return new TextEncoder().encode(`Subproject commit ${entry.id}\n`)
  return store.readBlob(entry.id)
}
