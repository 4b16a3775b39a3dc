import { AmeliaError, checkTreePath } from '@amelia/core/plugin'
import { editTree } from './edit-tree.ts'
import { findEntry } from '../object/find-entry.ts'
import type { ObjectStore } from '../object/object-store.ts'
import { isFolderEntry, type TreeEntry } from '../object/tree-entry.ts'

/**
 * Writes a tree with additional files, replacing existing ones, which stay executable.
 *
 * Throws `PATH_DENIED`, before anything is written, for a file that would replace a folder, or that is below
 * a file or link.
 */
export const composeTree = async (
  store: ObjectStore,
  tree: string,
  files: Readonly<Record<string, string>>,
): Promise<string> => {
  const paths = Object.keys(files)
  for (const path of paths) checkTreePath(path)
  const added = new Set(paths)
  for (const path of paths) await checkPlace(store, tree, path, added)
  const edits = new Map<string, TreeEntry>()
  await Promise.all(
    Object.entries(files).map(async ([path, text]) => {
      const found = await findEntry(store, tree, path)
      const mode = found?.mode === '100755' ? '100755' : '100644'
      edits.set(path, { mode, id: await store.writeBlob(new TextEncoder().encode(text)) })
    }),
  )
  return editTree(store, tree, edits)
}

const checkPlace = async (
  store: ObjectStore,
  tree: string,
  path: string,
  added: ReadonlySet<string>,
): Promise<void> => {
  const deny = (what: string): AmeliaError =>
    new AmeliaError('PATH_DENIED', `${path} cannot be added: ${what}.`, { path })
  const parts = path.split('/')
  for (let length = 1; length < parts.length; length += 1) {
    const folder = parts.slice(0, length).join('/')
    const found = await findEntry(store, tree, folder)
    if ((found !== undefined && !isFolderEntry(found)) || added.has(folder))
      throw deny(`${folder} is not a folder`)
  }
  const found = await findEntry(store, tree, path)
  if (found?.mode === '160000' || isFolderEntry(found)) throw deny('a folder has this name')
}
