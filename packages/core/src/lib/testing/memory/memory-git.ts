import { checkOptions } from '../../error/check/check-options.ts'
import type { RulesOf } from '../../error/check/rule.ts'
import { rules } from '../../error/check/rules.ts'
import { checkRefName } from '../../contract/name/check-ref-name.ts'
import { checkTreePath } from '../../contract/name/check-tree-path.ts'
import type { GitBackendV1 } from '../../contract/git-backend.ts'
import type { RepositoryState } from '../../contract/repository-state.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { gitParts } from '../../run/boundary/git-parts.ts'
import { countLines } from './count-lines.ts'
import { createMemoryCheckout, type MemoryCheckout } from './memory-checkout.ts'
import { createMemoryObjects, type MemoryCommit } from './memory-objects.ts'
import { changedBetween, findInTheWay, type MemoryTree, mergeTrees } from './memory-tree.ts'
import { createMemoryWorkspaces } from './memory-workspaces.ts'
import { readTrailers } from './read-trailers.ts'

/** A git backend in memory, with access to its state for tests. */
export interface MemoryGit extends GitBackendV1 {
  /** All references, each with its commit. */
  readonly refs: ReadonlyMap<string, string>
  /** Number of workspaces that are open now. */
  readonly openWorkspaces: number
  /** Number of workspaces that dead processes left. */
  readonly leftWorkspaces: number
  /** Slots of workspaces that were closed with `keep`. */
  readonly keptSlots: readonly string[]
  /** The user's checkout of `refs/heads/main`. */
  readonly checkout: MemoryCheckout
  /** Returns the files of a commit. */
  filesOf(commit: string): MemoryTree
  /** Returns a commit by its id; undefined if it does not exist. */
  commitOf(commit: string): MemoryCommit | undefined
  /** Returns the ids from a commit back to the root. */
  log(commit: string): string[]
  /** Simulates the death of the process with this lease: its workspaces can be rescued or removed. */
  endHolder(lease: string): void
  /** Moves a ref as someone else. */
  setRef(ref: string, commit: string | null): void
  /** Creates a commit as someone else. */
  addCommit(parent: string | null, files: Record<string, string>, message?: string): string
}

/** Options of {@link createMemoryGit}. */
export interface MemoryGitOptions {
  /** Files of the first commit. Default: a README. */
  files?: Record<string, string> | undefined
  /** Overrides the result of `inspect`. */
  inspect?: Partial<RepositoryState> | undefined
  /** Branches that must not be moved, each with the reason. */
  locked?: Record<string, string> | undefined
  /** The reason for which `applyToCheckout` always refuses. */
  checkoutLocked?: string | undefined
}

const { optional } = rules

export const memoryGitRules: RulesOf<MemoryGitOptions> = {
  files: optional(rules.textsByName),
  inspect: optional(rules.object),
  locked: optional(rules.textsByName),
  checkoutLocked: optional(rules.text),
}

/**
 * Creates a git backend in memory. Ids are hashes of contents, so equal work has equal ids. Throws
 * `OPTION_INVALID`.
 */
export const createMemoryGit = (options: MemoryGitOptions = {}): MemoryGit => {
  checkOptions('createMemoryGit', options, memoryGitRules)
  const { files = { 'README.md': 'hello\n' }, inspect = {}, locked = {}, checkoutLocked } = options
  const objects = createMemoryObjects()
  const { trees, commits, refs, saveTree, saveCommit, resolve, commitAt, treeAt, log } = objects

  const root = saveCommit({
    tree: saveTree(new Map(Object.entries(files))),
    parent: null,
    message: 'Begin\n',
    date: 0,
  })
  const main = 'refs/heads/main'
  refs.set(main, root)
  const checkout = createMemoryCheckout(treeAt(root))
  const moveRef = (ref: string, commit: string | null): void => {
    if (commit === null) refs.delete(ref)
    else refs.set(ref, commit)
    if (ref === main && commits.has(commit ?? '')) checkout.follow(treeAt(main))
  }

  const workspaces = createMemoryWorkspaces(objects, checkout, main)

  const backend = gitParts.checkCalls('createMemoryGit', {
    contract: 'git-v1',
    inspect: async () => ({
      head: refs.get(main) ?? null,
      branch: main,
      operation: null,
      dirty: commits.has(refs.get(main) ?? '') && checkout.differsFrom(treeAt(main)),
      identity: 'A Person <person@example.org>',
      location: 'memory',
      notes: [],
      ...inspect,
    }),
    readRef: async (name) => resolve(name),
    fingerprint: async () => ({
      planted: new Map(),
      moved: new Map([
        ['HEAD', `ref: ${main}`],
        ...[...refs].filter(([ref]) => !ref.startsWith('refs/amelia/')),
      ]),
    }),
    listRefs: async (prefix) => new Map([...refs].filter(([ref]) => ref.startsWith(prefix)).sort()),
    async updateRefs(updates) {
      for (const { ref } of updates) checkRefName(ref)
      const wrong = updates.filter(({ ref, old }) => (refs.get(ref) ?? null) !== old).map(({ ref }) => ref)
      if (wrong.length > 0)
        throw new AmeliaError('REF_MOVED', `${wrong.join(', ')} moved since then.`, { refs: wrong })
      for (const update of updates) moveRef(update.ref, update.new)
    },
    whyLocked: async (branch) => locked[branch] ?? null,
    readOwnPaths: async () => changedBetween(treeAt(main), checkout.files).sort(),
    async followBranch({ branch = main, from, to, preflight = false, message }) {
      if (branch !== main) return { kept: [] }
      const trees = { from: treeAt(from), to: treeAt(to) }
      return { kept: checkout.move(trees, { preflight, ...(message !== undefined && { message }) }) }
    },
    ...workspaces.methods,
    async merge({ ours, theirs }) {
      const mine = new Set(log(ours))
      const base = log(theirs).find((id) => mine.has(id))
      const before = base === undefined ? new Map() : treeAt(base)
      const labels = gitParts.conflictLabels({ ours, theirs })
      const merged = mergeTrees(before, treeAt(ours), treeAt(theirs), labels)
      if ('tree' in merged) return { tree: saveTree(merged.tree) }
      const { conflicts, marked } = merged
      return { conflicts, marked: { ...marked, tree: saveTree(marked.tree) } }
    },
    readFile: async (commit, path) => {
      const text = treeAt(commit).get(path)
      return text === undefined ? null : new TextEncoder().encode(text)
    },
    readTree: async (commit) => commitAt(commit).tree,
    async compose({ ref, tree, parent, files: added, message, date }) {
      checkRefName(ref, 'refs/amelia/')
      const content = new Map(tree === undefined ? [] : trees.get(tree))
      for (const [path, text] of Object.entries(added)) {
        checkTreePath(path)
        const [there] = findInTheWay(content, path)
        if (there !== undefined)
          throw new AmeliaError('PATH_DENIED', `${path} cannot be added: ${there} is in the way.`, { path })
        content.set(path, text)
      }
      const commit = saveCommit({ tree: saveTree(content), parent: parent ?? null, message, date })
      refs.set(ref, commit)
      return commit
    },
    async diff({ from, to }) {
      const [before, after] = [treeAt(from), treeAt(to)]
      return changedBetween(before, after).map((path) => {
        const [old, now] = [before.get(path), after.get(path)]
        const status = old === undefined ? 'added' : now === undefined ? 'deleted' : 'modified'
        return { path, status, ...countLines(old ?? '', now ?? '') }
      })
    },
    async isAncestor(ancestor, commit) {
      for (const name of [ancestor, commit]) commitAt(name)
      return log(commit).includes(resolve(ancestor)!)
    },
    async applyToCheckout({ commit, head, message }) {
      const operation = inspect.operation ?? null
      const reason =
        checkoutLocked ??
        (operation === null ? undefined : `${operation} is in progress in the checkout`) ??
        (refs.get(main) === head ? undefined : 'its HEAD has moved to another commit') ??
        (inspect.dirty === true ? 'the checkout has uncommitted changes' : undefined)
      if (reason !== undefined) return { outcome: 'kept', reason }
      return checkout.apply({ head: treeAt(head), tree: treeAt(commit) }, message)
    },
    async findCommits({ from, trailer, value }) {
      return log(from).filter((id) => readTrailers(commits.get(id)!.message).includes(`${trailer}: ${value}`))
    },
  })

  return {
    ...backend,
    refs,
    get openWorkspaces() {
      return workspaces.size
    },
    get leftWorkspaces() {
      return workspaces.left
    },
    get keptSlots() {
      return workspaces.kept
    },
    checkout,
    filesOf: treeAt,
    commitOf: (id) => commits.get(id),
    log,
    endHolder: workspaces.endHolder,
    setRef: moveRef,
    addCommit: (parent, content, message = 'By hand\n') =>
      saveCommit({ tree: saveTree(new Map(Object.entries(content))), parent, message, date: 0 }),
  }
}
