import { STAGE, walk } from 'isomorphic-git'
import { type AnyFileSystem, promisesOf } from '../file/any-file-system.ts'
import { gitFailed } from '../git-failed.ts'
import type { GitFiles } from '../file/git-files.ts'
import type { ObjectStore } from '../object/object-store.ts'
import type { TreeEntry } from '../object/tree-entry.ts'
import { differingEntries } from '../object/differing-entries.ts'

/**
 * Tells whether tracked files of a checkout, or its index, differ from a commit's tree. Writes nothing, not
 * even the index.
 */
export const isCheckoutDirty = async (
  repository: { readonly fs: AnyFileSystem; readonly dir: string; readonly files: GitFiles },
  store: ObjectStore,
  head: string,
): Promise<boolean> => {
  const { dir, files } = repository
  const fs = promisesOf(repository.fs)
  const staged = await readIndex(files)
  const tree = await differingEntries(store, null, (await store.readCommit(head)).tree)
  if (tree.length !== staged.size) return true
  for (const { path, after } of tree) {
    const entry = staged.get(path)
    if (entry?.id !== after?.id || entry?.mode !== after?.mode) return true
  }
  for (const [path, { id, mode }] of staged) {
    if (mode === '160000') continue
    const found = await fs.lstat(`${dir}/${path}`).catch(() => null)
    if (found === null || found.isDirectory() || found.isSymbolicLink() !== (mode === '120000')) return true
    if (found.isSymbolicLink()) continue
    const content = await fs.readFile(`${dir}/${path}`)
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
    if ((await store.hashBlob(bytes)) !== id) return true
  }
  return false
}

/** The entries of the index, by path. */
const readIndex = async (files: GitFiles): Promise<Map<string, TreeEntry>> => {
  const entries = new Map<string, TreeEntry>()
  try {
    await walk({
      fs: files.client,
      dir: '/',
      gitdir: files.gitdir,
      trees: [STAGE()],
      async map(path, [entry]) {
        const type = await entry?.type()
        if (entry && type !== 'tree') {
          const mode = (await entry.mode()).toString(8)
          entries.set(path, { mode, id: await entry.oid() })
        }
        return undefined
      },
    })
  } catch (error) {
    throw gitFailed('walk', `The index of ${files.gitdir} is not readable.`, error)
  }
  return entries
}
