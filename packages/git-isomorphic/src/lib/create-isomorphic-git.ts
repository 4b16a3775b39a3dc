import {
  AmeliaError,
  checkRefName,
  checkTreePath,
  type GitBackendV1,
  type Workspace,
} from '@amelia/core/plugin'
import { composeTree } from './compose-tree.ts'
import type { AnyFileSystem } from './file-system.ts'
import { findEntry } from './find-entry.ts'
import { createGitFiles } from './git-files.ts'
import { gitFailed } from './git-failed.ts'
import { createHistory } from './history.ts'
import { inspectRepository, type Repository } from './inspect-repository.ts'
import { createRepositoryCheck } from './locate-repository.ts'
import { mergeTrees } from './merge-trees.ts'
import { createObjectStore } from './object-store.ts'
import { createOverlayWorkspace, type OverlayWorkspace } from './overlay-workspace.ts'
import { readDiff } from './read-diff.ts'
import { joinIdentity, readIdentity } from './read-identity.ts'
import { createRefStore } from './ref-store.ts'
import { isFileEntry } from './tree-entry.ts'
import { whyHeld } from './why-held.ts'
import { type Lock, lockOf } from './with-lock.ts'

export interface IsomorphicGitOptions {
  /** Where the repository is: memory, IndexedDB, OPFS, a disk. */
  fs: AnyFileSystem
  /** The folder of the checkout, or of what would be one. An absolute path without a slash at its end. */
  dir: string
  /** The repository itself. Default: `.git` in `dir`. */
  gitdir?: string
  /** Author and committer. Default: `user.name` and `user.email` of the repository's own configuration. */
  identity?: { name: string; email: string }
  /**
   * Lets one writer at a time move references. Default: a queue among all backends of this process on the same `fs`. Where
   * several tabs write to one repository: `(name, task) => navigator.locks.request(name, task)`.
   */
  lock?: Lock
}

/**
 * Git by isomorphic-git, over any file system, without processes.
 *
 * Workspaces are overlays: they read from the objects of their commit and keep what is written in memory, so opening one costs
 * nothing and what changed is known. Commits are written as objects. The user's HEAD, index and files are never written, and
 * hooks, filters and merge drivers do not run. The same requests give the same ids as with native git.
 *
 * The repository is looked at by the first call, which throws `NOT_A_REPOSITORY`, or `REPOSITORY_NOT_READY` for a kind that
 * isomorphic-git reads wrongly (linked worktrees, SHA-256, alternates, partial clones). Git itself may read the repository at
 * any time; it should not write there while a run does.
 */
export const createIsomorphicGit = (options: IsomorphicGitOptions): GitBackendV1 => {
  const { fs, dir, gitdir = `${dir}/.git`, lock = lockOf(fs) } = options
  const files = createGitFiles(fs, gitdir)
  const store = createObjectStore(files)
  const refs = createRefStore(files)
  const history = createHistory(files, store)
  const repository: Repository = { fs, dir, files, store, refs }
  const check = createRepositoryCheck(files)
  const workspaces = new Map<string, { readonly runId: string; readonly overlay: OverlayWorkspace }>()
  let opened = 0
  let identity: string | null = null

  const locked = <Result>(task: () => Promise<Result>): Promise<Result> => lock(`amelia:${gitdir}`, task)
  /** Once known it stays: the same request gives the same id, whatever is configured meanwhile. */
  const findIdentity = async (): Promise<string | null> => {
    identity ??= options.identity
      ? joinIdentity(options.identity.name, options.identity.email)
      : await readIdentity(files)
    return identity
  }
  const identify = async (): Promise<string> => {
    const found = await findIdentity()
    if (found !== null) return found
    const message = `${gitdir} has no identity for commits. Give \`identity\`, or set user.name and user.email there.`
    throw new AmeliaError('REPOSITORY_NOT_READY', message, { reason: 'no_identity' })
  }
  /** What an id or a name stands for, if there is such a thing. */
  const resolve = async (name: string): Promise<string | null> => {
    await check()
    if (/^[0-9a-f]{40}$/.test(name)) return name
    return name === 'HEAD' || isRefName(name) ? refs.read(name) : null
  }
  const findCommit = async (name: string): Promise<string | null> => {
    const id = await resolve(name)
    return id === null ? null : store.findCommit(id)
  }
  const commitOf = async (name: string): Promise<string> => {
    const found = await findCommit(name)
    if (found !== null) return found
    throw gitFailed('resolveRef', `There is no commit ${JSON.stringify(name)} in ${gitdir}.`)
  }
  const treeOf = async (name: string): Promise<string> => {
    const id = await resolve(name)
    const found = id === null ? null : await store.findTree(id)
    if (found !== null) return found
    throw gitFailed('resolveRef', `There is no commit or tree ${JSON.stringify(name)} in ${gitdir}.`)
  }
  const find = ({ id }: Workspace): OverlayWorkspace => {
    const found = workspaces.get(id)
    if (found !== undefined) return found.overlay
    throw new AmeliaError('INTERNAL', `The workspace ${id} is closed, or another backend's.`, {
      where: 'isomorphic-git',
    })
  }

  return {
    contract: 'git-v1',
    async inspect() {
      await check()
      return inspectRepository(repository, await findIdentity())
    },
    readRef: findCommit,
    async listRefs(prefix) {
      await check()
      return refs.list(prefix)
    },
    async updateRefs(updates) {
      for (const { ref } of updates) checkRefName(ref)
      await check()
      for (const { new: id } of updates) if (id !== null) await commitOf(id)
      if (updates.length > 0) await locked(() => refs.update(updates))
    },
    async whyHeld(branch) {
      await check()
      return whyHeld(repository, branch)
    },
    async openWorkspace({ runId, base, tree = base }) {
      const overlay = createOverlayWorkspace(store, {
        base: await treeOf(base),
        tree: await treeOf(tree),
        exclude: (await files.readText('info/exclude')) ?? '',
      })
      opened += 1
      const id = `overlay-${opened}`
      workspaces.set(id, { runId, overlay })
      return { id, base, fs: overlay.fs }
    },
    async resetWorkspace(workspace, commit, overlays = []) {
      const overlay = find(workspace)
      for (const { paths } of overlays) for (const path of paths) checkTreePath(path)
      const others = await Promise.all(
        overlays.map(async ({ from, paths }) => ({ tree: await treeOf(from), paths })),
      )
      await overlay.reset(await treeOf(commit), others)
    },
    async closeWorkspace({ id }) {
      workspaces.delete(id)
    },
    async removeWorkspaces(runId) {
      for (const [id, workspace] of workspaces) if (workspace.runId === runId) workspaces.delete(id)
    },
    changedPaths: async (workspace) => find(workspace).changes(),
    async commitAttempt(workspace, { ref, message, date, changes }) {
      checkRefName(ref, 'refs/amelia/')
      const overlay = find(workspace)
      const parent = await commitOf(workspace.base)
      const author = await identify()
      const tree = await overlay.writeTree(changes)
      const commit = await store.writeCommit({ tree, parents: [parent], message, date, identity: author })
      await locked(() => refs.set(ref, commit))
      return { commit, tree }
    },
    async merge(request) {
      const [ours, theirs] = await Promise.all([commitOf(request.ours), commitOf(request.theirs)])
      const [base] = await history.commonAncestors(ours, theirs)
      if (base === undefined) throw gitFailed('merge', `${ours} and ${theirs} have no history in common.`)
      const trees = await Promise.all(
        [base, ours, theirs].map(async (id) => (await store.readCommit(id)).tree),
      )
      const [before = null, mine = '', other = ''] = trees
      return mergeTrees(store, { base: before, ours: mine, theirs: other })
    },
    async readFile(commit, path) {
      const entry = await findEntry(store, await treeOf(commit), path)
      return isFileEntry(entry) ? store.readBlob(entry.id) : null
    },
    readTree: treeOf,
    async compose(request) {
      const { ref, message, date } = request
      checkRefName(ref, 'refs/amelia/')
      const parent = await commitOf(request.parent)
      const author = await identify()
      const tree = await composeTree(store, await treeOf(request.tree), request.files)
      const commit = await store.writeCommit({ tree, parents: [parent], message, date, identity: author })
      await locked(() => refs.set(ref, commit))
      return commit
    },
    diff: async ({ from, to }) => readDiff(store, await treeOf(from), await treeOf(to)),
    async isAncestor(ancestor, commit) {
      const [one, other] = await Promise.all([commitOf(ancestor), commitOf(commit)])
      return (await history.commonAncestors(one, other)).includes(one)
    },
    async findCommits({ from, trailer, value }) {
      if (!/^[A-Za-z0-9][A-Za-z0-9-]*$/.test(trailer)) {
        const message = `${JSON.stringify(trailer)} is no name of a trailer: letters, digits and hyphens only.`
        throw new AmeliaError('OPTION_INVALID', message, { option: 'trailer' })
      }
      return history.findByTrailer(await commitOf(from), trailer, value)
    },
  }
}

const isRefName = (name: string): boolean => {
  try {
    checkRefName(name)
    return true
  } catch {
    return false
  }
}
