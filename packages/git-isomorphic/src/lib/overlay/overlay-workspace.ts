import {
  AmeliaError,
  type Change,
  checkTreePath,
  type IgnoredPath,
  type TreeOverlay,
  type WorkspaceFileSystem,
} from '@amelia/core/plugin'
import { editTree } from '../change/edit-tree.ts'
import { createIgnoreRules } from './ignore-rules.ts'
import { layTrees } from './lay-trees.ts'
import { nameUntracked } from './name-untracked.ts'
import type { ObjectStore } from '../object/object-store.ts'
import { overlayChanges } from './overlay-changes.ts'
import { overlayFiles } from './overlay-files.ts'
import {
  findNode,
  isContent,
  isLinkNode,
  keptFolder,
  type KeptNode,
  openFolder,
  putNode,
  readNode,
  type WrittenNode,
} from './overlay-node.ts'
import type { TreeEntry } from '../object/tree-entry.ts'

/** A file that differs from a tree; null if it, or the folder, is removed. */
export interface OwnFile {
  readonly path: string
  readonly node: KeptNode | WrittenNode | null
}

/** The files of one attempt: those of a commit, with changes in memory. */
export interface OverlayWorkspace {
  readonly fs: WorkspaceFileSystem
  /** Replaces trees. Finds all of them before it changes anything. */
  reset(
    tree: string,
    overlays: readonly { readonly tree: string; readonly paths: TreeOverlay['paths'] }[],
  ): Promise<void>
  /** Continues with another tree. Ignored files that it does not have stay. */
  continueAt(tree: string): Promise<void>
  /** Takes the files of another tree for the tracked ones, without changing any file. */
  trackAt(tree: string): Promise<void>
  /** The tree of the last reset. */
  readonly tree: string
  /** Reads all differences from `tree`, ignored files too. */
  readOwn(): Promise<OwnFile[]>
  /** Applies differences in order. */
  restore(files: readonly OwnFile[]): Promise<void>
  /** Lists the differences from the base, except ignored files. */
  changes(): Promise<Change[]>
  /** Lists those of these paths that are ignored, with their rules. */
  findIgnored(paths: readonly string[]): Promise<IgnoredPath[]>
  /** Lists the ignored files that exist; an ignored folder is one path. */
  listIgnored(): Promise<IgnoredPath[]>
  /** Removes the ignored files below these folders, and returns their paths. */
  removeHidden(folders: readonly string[]): Promise<string[]>
  /** Writes the base's tree with the current state of these paths. Throws `PATH_DENIED`. */
  writeTree(changes: readonly Change[]): Promise<string>
}

export interface OverlayWorkspaceOptions {
  /** The tree that changes are compared with. */
  readonly base: string
  /** The initial tree. */
  readonly tree: string
  /** The patterns of the repository's `info/exclude`. */
  readonly exclude: string
  /** Awaited after each change through `fs`. */
  onChange?(file: OwnFile): Promise<void>
}

/** Most ignored paths that are listed. */
const mostListed = 1_000

/** Opens an overlay. It reads objects on demand and keeps writes in memory. */
export const createOverlayWorkspace = (
  store: ObjectStore,
  { base, tree, exclude, onChange }: OverlayWorkspaceOptions,
): OverlayWorkspace => {
  let root = keptFolder(tree)
  // The state after the last reset: like git's index, it determines which files are tracked.
  let tracked = keptFolder(tree)
  let at = tree
  const fs = overlayFiles(
    store,
    () => root,
    async (path, node) => onChange?.({ path, node }),
  )

  const isNew = async ({ path, kind }: Change): Promise<boolean> => {
    if (kind !== 'added') return false
    const node = await findNode(store, tracked, path.split('/'))
    return node === undefined || node.type === 'folder'
  }
  const readText = async (path: string, from = root): Promise<string | null> => {
    const node = await findNode(store, from, path.split('/'))
    return isContent(node) && !isLinkNode(node) ? new TextDecoder().decode(await readNode(store, node)) : null
  }
  const findIgnored = async (paths: readonly string[]): Promise<IgnoredPath[]> => {
    const findRule = createIgnoreRules(exclude, readText)
    const found: IgnoredPath[] = []
    for (const path of paths) {
      const name = await nameUntracked(store, { root, tracked }, path)
      const rule = name === undefined ? undefined : await findRule(name)
      if (rule) found.push({ path, ...rule })
    }
    return found
  }
  /** Finds files that another tree does not have and ignores, by its rules and those of such files. */
  const findLeft = async (next: string): Promise<string[]> => {
    const inTree = keptFolder(next)
    const changes = await overlayChanges(store, next, root)
    let ignored = changes.filter(({ kind }) => kind === 'added').map(({ path }) => path)
    for (;;) {
      const known = new Set(ignored)
      const findRule = createIgnoreRules(
        exclude,
        async (path) => (await readText(path, inTree)) ?? (known.has(path) ? readText(path) : null),
      )
      const still: string[] = []
      for (const path of ignored) if (await findRule(path)) still.push(path)
      // An ignore file that does not stay ignores nothing.
      if (still.length === ignored.length) return still
      ignored = still
    }
  }

  return {
    fs,
    async reset(commitTree, overlays) {
      // Two copies, because one is written to.
      const [next, beside] = await Promise.all([
        layTrees(store, commitTree, overlays),
        layTrees(store, commitTree, overlays),
      ])
      root = next
      tracked = beside
      at = commitTree
    },
    async continueAt(next) {
      const ignored = await findLeft(next)
      const nodes = await Promise.all(
        ignored.map(async (path) => ({ path, node: await findNode(store, root, path.split('/')) })),
      )
      const laid = keptFolder(next)
      await store.readTree(next)
      for (const { path, node } of nodes) {
        const place = path.split('/')
        const entries = isContent(node) ? await openFolder(store, laid, place.slice(0, -1)) : null
        if (isContent(node)) entries?.set(place.at(-1) ?? '', node)
      }
      root = laid
      tracked = keptFolder(next)
      at = next
    },
    async trackAt(next) {
      await store.readTree(next)
      tracked = keptFolder(next)
    },
    get tree() {
      return at
    },
    async readOwn() {
      const changes = await overlayChanges(store, at, root)
      return Promise.all(
        changes.map(async ({ path }) => {
          const node = await findNode(store, root, path.split('/'))
          return { path, node: isContent(node) ? node : null }
        }),
      )
    },
    async restore(own) {
      for (const { path, node } of own) {
        const place = path === '' ? [] : path.split('/')
        if (node !== null) await putNode(store, root, place, node)
        else if (place.length === 0) (await openFolder(store, root, []))?.clear()
        else (await openFolder(store, root, place.slice(0, -1)))?.delete(place.at(-1) ?? '')
      }
    },
    async changes() {
      const findRule = createIgnoreRules(exclude, readText)
      const kept: Change[] = []
      for (const change of await overlayChanges(store, base, root)) {
        if (!((await isNew(change)) && (await findRule(change.path)))) kept.push(change)
      }
      return kept
    },
    findIgnored,
    async listIgnored() {
      const found = new Map<string, IgnoredPath>()
      for (const change of await overlayChanges(store, base, root)) {
        const above = foldersAbove(change.path)
        if (!(await isNew(change)) || above.some((folder) => found.has(folder))) continue
        const [topmost] = await findIgnored([...above, change.path])
        if (topmost) found.set(topmost.path, topmost)
        if (found.size === mostListed) break
      }
      return [...found.values()]
    },
    async removeHidden(folders) {
      const findRule = createIgnoreRules(exclude, readText)
      const hidden: string[] = []
      for (const change of await overlayChanges(store, base, root)) {
        const isBelow = folders.some((folder) => change.path.startsWith(`${folder}/`))
        if (isBelow && (await isNew(change)) && (await findRule(change.path))) hidden.push(change.path)
      }
      for (const path of hidden) await fs.rm(`/${path}`)
      return hidden
    },
    async writeTree(changes) {
      const nodes = await Promise.all(
        changes.map(async ({ path, kind }) => {
          checkTreePath(path)
          const node = await findNode(store, root, path.split('/'))
          if (kind === 'nested_repository')
            throw deny(path, 'it is a nested git repository. Remove its .git, or ignore the folder')
          if (/^\.gitmodules$/i.test(path) && node?.type === 'kept' && node.entry.mode === '120000')
            throw deny(path, 'git rejects a link with this name. Replace it with a file')
          return { path, node }
        }),
      )
      const edits = new Map<string, TreeEntry | null>()
      await Promise.all(
        nodes.map(async ({ path, node }) => {
          edits.set(path, isContent(node) ? await storeNode(store, node) : null)
        }),
      )
      return editTree(store, base, edits)
    },
  }
}

/** Lists the folders that contain a path, topmost first. Each ends with a slash. */
const foldersAbove = (path: string): string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1))

const deny = (path: string, why: string): AmeliaError =>
  new AmeliaError('PATH_DENIED', `${JSON.stringify(path)} cannot be committed: ${why}.`, { path })

const storeNode = async (store: ObjectStore, node: KeptNode | WrittenNode): Promise<TreeEntry> => {
  if (node.type === 'kept') return node.entry
  node.id = await store.writeBlob(node.bytes)
  return { mode: node.mode, id: node.id }
}
