import type { Stats } from 'node:fs'
import { readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { AmeliaError, type Change, checkTreePath, type CommitAttemptRequest } from '@amelia/core/plugin'
import { importCommit, type TreeEdit } from '../commit/import-commit.ts'
import { lstatPath } from '../../file/lstat-path.ts'
import type { Repository } from '../repository/locate-repository.ts'
import type { Identity } from '../repository/read-identity.ts'
import { quotePath } from '../call/quote-path.ts'
import { callOn } from '../call/call-on.ts'
import { runGit } from '../call/run-git.ts'
import { prepareForReading } from '../slot/prepare-for-reading.ts'
import type { Slot } from '../slot/slot.ts'
import { keepPointers } from './keep-pointers.ts'
import { withRepositoryLock } from '../repository/with-repository-lock.ts'

/**
 * Commits exactly the named paths, as they are on disk, on the slot's base under a private ref.
 *
 * Commits of submodules among them are kept in the user's repositories of the submodules first. Throws
 * `PATH_DENIED` for one that exists nowhere, changes inside submodules, nested repositories, names reserved
 * by git, and anything but a file or a symbolic link.
 */
export const commitAttempt = async (
  repository: Repository,
  slot: Slot,
  request: CommitAttemptRequest,
  identity: Identity,
): Promise<{ commit: string; tree: string }> => {
  try {
    return await storeAttempt(repository, slot, request, identity)
  } catch (error) {
    // A concurrent `git gc --prune=now` of the user may remove blobs before the commit names them: store them
    // again.
    if (!AmeliaError.is(error, 'GIT_FAILED')) throw error
    return storeAttempt(repository, slot, request, identity)
  }
}

const storeAttempt = async (
  repository: Repository,
  slot: Slot,
  request: CommitAttemptRequest,
  identity: Identity,
): Promise<{ commit: string; tree: string }> => {
  const pointers = await keepPointers(repository, slot, request)
  const edits = await readEdits(repository, slot, request.changes, pointers)
  const { ref, message, date } = request
  const { gitDir, workspace, base } = slot
  return withRepositoryLock(repository.commonDir, () =>
    importCommit({
      repository,
      gitDir,
      workTree: workspace,
      ref,
      parent: base,
      edits,
      message,
      identity,
      date,
    }),
  )
}

/**
 * Reads the named paths from disk as edits of a tree, and stores the contents of files. Throws `PATH_DENIED`.
 *
 * @param pointers the commits of submodules among them
 */
export const readEdits = async (
  repository: Repository,
  slot: Slot,
  changes: readonly Change[],
  pointers: ReadonlyMap<string, string> = new Map(),
): Promise<TreeEdit[]> => {
  const found = await Promise.all(
    changes
      .filter(({ path }) => !pointers.has(path))
      .map(async (change) => {
        checkTreePath(change.path)
        const stat = await lstatPath(slot.workspace, change.path)
        checkKind(change, stat)
        return { path: change.path, stat }
      }),
  )
  await prepareForReading(repository, slot)
  const files = found.filter(({ stat }) => stat?.isFile()).map(({ path }) => path)
  const ids = await storeFiles(slot, files)
  const moved = [...pointers].map(([path, id]): TreeEdit => ({ path, mode: '160000', id }))
  const edits = await Promise.all(
    found.map(async ({ path, stat }): Promise<TreeEdit> => {
      if (stat === null) return { path, remove: true }
      const id = ids.get(path)
      if (id !== undefined) return { path, mode: (stat.mode & 0o100) === 0 ? '100644' : '100755', id }
      return { path, mode: '120000', content: await readlink(join(slot.workspace, path), 'buffer') }
    }),
  )
  return [...moved, ...edits]
}

const checkKind = ({ path, kind }: Change, stat: Stats | null): void => {
  const deny = (why: string): AmeliaError =>
    new AmeliaError('PATH_DENIED', `${JSON.stringify(path)} cannot be committed: ${why}.`, { path })
  if (kind === 'nested_repository') {
    throw deny('it is a separate git repository. Remove its .git, or ignore the folder')
  }
  if (kind === 'in_submodule') throw deny('it is in a submodule. Commit it there, or undo the change')
  if (stat === null || stat.isFile()) return
  if (!stat.isSymbolicLink()) throw deny('it is neither a file nor a symbolic link. Remove it')
  if (/^\.gitmodules$/i.test(path))
    throw deny('git does not allow a symbolic link of this name. Replace it with a file')
}

/**
 * Stores the contents, with the filters of the user's configuration and the attributes applied (LFS, line
 * endings).
 */
const storeFiles = async (slot: Slot, paths: string[]): Promise<Map<string, string>> => {
  if (paths.length === 0) return new Map()
  const { text } = await runGit(['hash-object', '-w', '--stdin-paths'], {
    ...callOn(slot),
    input: paths.map((path) => `${quotePath(path)}\n`).join(''),
  })
  const ids = text.split('\n')
  return new Map(paths.map((path, index) => [path, ids[index] ?? '']))
}
