import {
  AmeliaError,
  checkOptions,
  checkRefName,
  checkTreePath,
  type GitBackendV1,
  gitParts,
  rules,
  type RulesOf,
} from '@amelia/core/plugin'
import { composeTree } from './change/compose-tree.ts'
import type { AnyFileSystem } from './file/any-file-system.ts'
import { fileSystemRule } from './file/file-system-rule.ts'
import { findEntry } from './object/find-entry.ts'
import { createGitFiles } from './file/git-files.ts'
import { gitFailed } from './git-failed.ts'
import { createHistory } from './repository/history.ts'
import { inspectRepository, type Repository } from './repository/inspect-repository.ts'
import { createRepositoryCheck } from './repository/repository-check.ts'
import { mergeTrees } from './change/merge-trees.ts'
import { createObjectStore } from './object/object-store.ts'
import { createOverlaySlots } from './slot/overlay-slots.ts'
import { readDiff } from './change/read-diff.ts'
import { joinIdentity, readIdentity } from './repository/read-identity.ts'
import { createRefStore } from './repository/ref-store.ts'
import { isFileEntry } from './object/tree-entry.ts'
import { whyLocked } from './repository/why-locked.ts'
import { type Lock, lockOf } from './repository/lock-of.ts'

/** Options of {@link createIsomorphicGit}. */
export interface IsomorphicGitOptions {
  /** File system of the repository: memory, IndexedDB, OPFS, a disk. */
  fs: AnyFileSystem
  /** The folder of the checkout, which need not exist. An absolute path without a trailing slash. */
  dir: string
  /** The git folder. Default: `.git` in `dir`. */
  gitdir?: string | undefined
  /** Author and committer. Default: `user.name` and `user.email` of the repository's own configuration. */
  identity?: { name: string; email: string } | undefined
  /**
   * Serializes updates of refs. Default: a queue for all backends of this process on the same `fs`. If
   * several tabs write to one repository, use `(name, task) => navigator.locks.request(name, task)`.
   */
  lock?: Lock | undefined
  /**
   * Whether the changes in open workspaces are also stored below the git dir (`amelia/slots`), at each write.
   * Then a process that resumes the run rescues what an ended one left. Default: false, they are only in
   * memory.
   */
  durableSlots?: boolean | undefined
}

const { optional } = rules

export const isomorphicGitRules: RulesOf<IsomorphicGitOptions> = {
  fs: fileSystemRule,
  dir: rules.name,
  gitdir: optional(rules.name),
  identity: optional(rules.record({ name: rules.text, email: rules.text })),
  lock: optional(rules.function),
  durableSlots: optional(rules.flag),
}

/**
 * Creates a git backend with isomorphic-git, over any file system, without processes.
 *
 * Workspaces are overlays: they read the objects of their commit and keep writes in memory, so opening one is
 * cheap and changes are known. With `durableSlots` the writes outlast the process. Commits are written as
 * objects. The user's HEAD, index and files are never written, and hooks, filters and merge drivers do not
 * run. The same requests produce the same ids as with native git.
 *
 * The first call checks the repository. It throws `NOT_A_REPOSITORY`, or `REPOSITORY_NOT_READY` for a kind
 * that isomorphic-git misreads (linked worktrees, SHA-256, alternates, partial clones). Git itself may read
 * the repository at any time, but must not write to it during a run.
 */
export const createIsomorphicGit = (options: IsomorphicGitOptions): GitBackendV1 => {
  checkOptions('createIsomorphicGit', options, isomorphicGitRules)
  const { fs, dir, gitdir = `${dir}/.git`, lock = lockOf(fs) } = options
  const files = createGitFiles(fs, gitdir)
  const store = createObjectStore(files)
  const refs = createRefStore(files)
  const history = createHistory(files, store)
  const repository: Repository = { fs, dir, files, store, refs }
  const check = createRepositoryCheck(files)
  let identity: string | null = null

  const locked = <Result>(task: () => Promise<Result>): Promise<Result> => lock(`amelia:${gitdir}`, task)
  /** Read once, so that the same request produces the same id even if the configuration changes. */
  const findIdentity = async (): Promise<string | null> => {
    identity ??= options.identity
      ? joinIdentity(options.identity.name, options.identity.email)
      : await readIdentity(files)
    return identity
  }
  const identify = async (): Promise<string> => {
    const found = await findIdentity()
    if (found !== null) return found
    const message = `${gitdir} has no identity for commits. Pass \`identity\`, or set user.name and user.email there.`
    throw new AmeliaError('REPOSITORY_NOT_READY', message, { reason: 'no_identity' })
  }
  /** Resolves an id or a ref name. */
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
    throw gitFailed('resolveRef', `Commit ${JSON.stringify(name)} not found in ${gitdir}.`)
  }
  const treeOf = async (name: string): Promise<string> => {
    const id = await resolve(name)
    const found = id === null ? null : await store.findTree(id)
    if (found !== null) return found
    throw gitFailed('resolveRef', `Commit or tree ${JSON.stringify(name)} not found in ${gitdir}.`)
  }
  const slots = createOverlaySlots({ store, files, treeOf, durable: options.durableSlots === true })

  return gitParts.checkCalls('isomorphicHost', {
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
    async whyLocked(branch) {
      await check()
      return whyLocked(repository, branch)
    },
    openWorkspace: slots.openWorkspace,
    rescueWorkspace: slots.rescueWorkspace,
    closeWorkspace: slots.closeWorkspace,
    removeWorkspaces: slots.removeWorkspaces,
    async resetWorkspace(workspace, commit, overlays = []) {
      const overlay = slots.find(workspace)
      for (const { paths } of overlays) for (const path of paths) checkTreePath(path)
      const others = await Promise.all(
        overlays.map(async ({ from, paths }) => ({ tree: await treeOf(from), paths })),
      )
      await overlay.reset(await treeOf(commit), others)
      await slots.noteReset(workspace)
    },
    changedPaths: async (workspace) => slots.find(workspace).changes(),
    async findIgnored(workspace, paths) {
      if (workspace) return slots.find(workspace).findIgnored(paths)
      return (await findCommit('HEAD')) === null ? [] : (await slots.lay('HEAD')).findIgnored(paths)
    },
    listIgnored: async (workspace) => slots.find(workspace).listIgnored(),
    removeHidden: async (workspace, folders) => slots.find(workspace).removeHidden(folders),
    async commitAttempt(workspace, { ref, message, date, changes }) {
      checkRefName(ref, 'refs/amelia/')
      const overlay = slots.find(workspace)
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
      if (base === undefined) throw gitFailed('merge', `${ours} and ${theirs} have no common ancestor.`)
      const trees = await Promise.all(
        [base, ours, theirs].map(async (id) => (await store.readCommit(id)).tree),
      )
      const [before = null, mine = '', other = ''] = trees
      const labels = gitParts.conflictLabels({ ours, theirs })
      return mergeTrees(store, { base: before, ours: mine, theirs: other, labels })
    },
    async readFile(commit, path) {
      const entry = await findEntry(store, await treeOf(commit), path)
      return isFileEntry(entry) ? store.readBlob(entry.id) : null
    },
    readTree: treeOf,
    async compose(request) {
      const { ref, message, date } = request
      checkRefName(ref, 'refs/amelia/')
      const parents = request.parent === undefined ? [] : [await commitOf(request.parent)]
      const author = await identify()
      const from = request.tree === undefined ? await store.writeTree(new Map()) : await treeOf(request.tree)
      const tree = await composeTree(store, from, request.files)
      const commit = await store.writeCommit({ tree, parents, message, date, identity: author })
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
        const message = `${JSON.stringify(trailer)} is not a valid trailer name: use letters, digits and hyphens only.`
        throw new AmeliaError('OPTION_INVALID', message, { option: 'trailer' })
      }
      return history.findByTrailer(await commitOf(from), trailer, value)
    },
  })
}

const isRefName = (name: string): boolean => {
  try {
    checkRefName(name)
    return true
  } catch {
    return false
  }
}
