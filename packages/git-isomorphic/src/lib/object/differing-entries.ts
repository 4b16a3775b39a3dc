import { comparePaths } from './compare-paths.ts'
import type { ObjectStore } from './object-store.ts'
import { isFolderEntry, isSameEntry, type TreeEntry } from './tree-entry.ts'

/** A path that differs between two trees. Neither side is a folder. */
export interface DifferingEntry {
  readonly path: string
  readonly before?: TreeEntry
  readonly after?: TreeEntry
}

/** Finds the differences between two trees, by path. Skips folders with the same id. */
export const differingEntries = async (
  store: ObjectStore,
  before: string | null,
  after: string | null,
): Promise<DifferingEntry[]> => {
  const found: DifferingEntry[] = []
  const visit = async (one: string | null, other: string | null, folder: string): Promise<void> => {
    const [a, b] = await Promise.all([store.readTree(one), store.readTree(other)])
    const names = new Set([...a.keys(), ...b.keys()])
    await Promise.all(
      [...names].map(async (name) => {
        const [was, is] = [a.get(name), b.get(name)]
        if (isSameEntry(was, is)) return
        const path = `${folder}${name}`
        const left = isFolderEntry(was) ? undefined : was
        const right = isFolderEntry(is) ? undefined : is
        if (left || right)
          found.push({ path, ...(left ? { before: left } : {}), ...(right ? { after: right } : {}) })
        if (!isFolderEntry(was) && !isFolderEntry(is)) return
        await visit(isFolderEntry(was) ? was.id : null, isFolderEntry(is) ? is.id : null, `${path}/`)
      }),
    )
  }
  if (before !== after) await visit(before, after, '')
  return found.sort((a, b) => comparePaths(a.path, b.path))
}
