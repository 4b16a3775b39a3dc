import type { RepositoryState } from '@amelia/core/plugin'
import { isCheckoutDirty } from './is-checkout-dirty.ts'
import type { AnyFileSystem } from '../file/any-file-system.ts'
import type { GitFiles } from '../file/git-files.ts'
import { readSetting } from './repository-check.ts'
import type { ObjectStore } from '../object/object-store.ts'
import type { RefStore } from './ref-store.ts'

/** A repository, shared by the parts of a backend. */
export interface Repository {
  readonly fs: AnyFileSystem
  readonly dir: string
  readonly files: GitFiles
  readonly store: ObjectStore
  readonly refs: RefStore
}

/**
 * Files of a git dir that reveal an operation in progress. The order matters: a stopped rebase is also a
 * cherry-pick.
 */
const operations: readonly [file: string, operation: string][] = [
  ['rebase-apply/applying', 'am'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['sequencer', 'cherry-pick'],
  ['BISECT_LOG', 'bisect'],
  ['BISECT_START', 'bisect'],
]

/** Inspects a repository, and its checkout if it has one, without writing. */
export const inspectRepository = async (
  repository: Repository,
  identity: string | null,
): Promise<RepositoryState> => {
  const { dir, files, refs, store } = repository
  const head = await refs.read('HEAD')
  const checkedOut = head !== null && (await hasCheckout(files))
  return {
    head,
    branch: await refs.readSymbolic('HEAD'),
    operation: await findOperation(files),
    dirty: checkedOut && (await isCheckoutDirty(repository, store, head)),
    identity,
    location: dir,
    notes: await findNotes(repository, head),
  }
}

/** A clone without a checkout has no index: it has no changes, and its branches can be moved freely. */
export const hasCheckout = async (files: GitFiles): Promise<boolean> =>
  (await files.exists('index')) && (await readSetting(files, 'core.bare')) !== 'true'

const findOperation = async (files: GitFiles): Promise<string | null> => {
  for (const [file, operation] of operations) if (await files.exists(file)) return operation
  return null
}

const findNotes = async ({ files, store }: Repository, head: string | null): Promise<string[]> => {
  const notes: string[] = []
  const tree = head === null ? new Map() : await store.readTree((await store.readCommit(head)).tree)
  if (tree.has('.gitmodules')) {
    notes.push('It has submodules: they are empty folders in a workspace, and a change of one is refused.')
  }
  if (await files.exists('shallow')) notes.push('It is a shallow clone: its history is cut off.')
  const attributes = (tree as ReadonlyMap<string, { id: string }>).get('.gitattributes')
  const text = attributes === undefined ? '' : new TextDecoder().decode(await store.readBlob(attributes.id))
  if (/filter=/.test(text)) {
    notes.push(
      'Its attributes ask for filters (Git LFS, for one): none run here, contents are as they are stored.',
    )
  }
  return notes
}
