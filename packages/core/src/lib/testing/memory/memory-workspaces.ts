import { checkRefName } from '../../contract/name/check-ref-name.ts'
import { checkTreePath } from '../../contract/name/check-tree-path.ts'
import type { GitBackendV1 } from '../../contract/git-backend.ts'
import type { InPlaceRequest } from '../../contract/open-workspace-request.ts'
import type { Workspace } from '../../contract/workspace.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { MemoryCheckout } from './memory-checkout.ts'
import { createMemoryFiles } from './memory-files.ts'
import { type MemoryPlace, openMemoryPlace } from './memory-place.ts'
import type { MemoryObjects } from './memory-objects.ts'
import { changedBetween, putFile } from './memory-tree.ts'

interface OpenWork {
  files: Map<string, string>
  base: string
  runId: string
  lease: string | undefined
  slot: string
  /** `left`: its process died or stopped. */
  use: 'open' | 'kept' | 'left'
  /** Set for a workspace in the user's checkout. */
  place?: MemoryPlace
}

type WorkspaceMethods = Required<
  Pick<
    GitBackendV1,
    | 'openWorkspace'
    | 'resetWorkspace'
    | 'closeWorkspace'
    | 'rescueWorkspace'
    | 'removeWorkspaces'
    | 'changedPaths'
    | 'commitAttempt'
  >
>

/** The name of the user's checkout as a slot. */
const inPlaceSlot = 'in-place'

/** The workspaces of a git backend in memory. */
export interface MemoryWorkspaces {
  /** Number of open workspaces, without those of dead processes. */
  readonly size: number
  /** Number of trees that dead processes left. */
  readonly left: number
  /** Names of the slots that were closed with `keep`. */
  readonly kept: readonly string[]
  /** Simulates the death of the process with this lease: its workspaces can be rescued and removed. */
  endHolder(lease: string): void
  methods: WorkspaceMethods
}

export const createMemoryWorkspaces = (
  { refs, saveTree, saveCommit, treeAt }: MemoryObjects,
  checkout: MemoryCheckout,
  main: string,
): MemoryWorkspaces => {
  /** Workspaces that are open, and trees that were kept or left, by the id of their workspace. */
  const trees = new Map<string, OpenWork>()
  /** The run of each slot that can be used again. */
  const slots = new Map<string, string>()
  /** Where each slot was moved, by its earlier name. */
  const moved = new Map<string, string>()
  let opened = 0

  const follow = (slot: string): string => {
    const next = moved.get(slot)
    return next === undefined ? slot : follow(next)
  }

  const workOf = ({ id }: Workspace): OpenWork => {
    const work = trees.get(id)
    if (work?.use === 'open') return work
    throw new AmeliaError('INTERNAL', `Workspace ${id} is closed.`, { where: 'memory-git' })
  }
  const findIn = (slot: string): [id: string, work: OpenWork] | undefined =>
    [...trees].find(([, work]) => work.slot === slot)

  /** Takes a slot again unless it is in use. Returns its name, or that of a new one. */
  const takeSlot = (
    slot: string | undefined,
    { runId, lease = 'none' }: { runId: string; lease: string | undefined },
  ): string => {
    const fresh = `${lease}/slot-${opened}`
    if (slot === undefined || slots.get(slot) !== runId) return fresh
    const [id, work] = findIn(slot) ?? []
    if (work?.use === 'open') return fresh
    if (id !== undefined) trees.delete(id)
    if (slot.startsWith(`${lease}/`)) return slot
    slots.delete(slot)
    moved.set(slot, fresh)
    return fresh
  }
  const register = (work: Omit<OpenWork, 'use'>): Workspace => {
    const id = `workspace-${opened}`
    trees.set(id, { ...work, use: 'open' })
    slots.set(work.slot, work.runId)
    return { id, base: work.base, slot: work.slot, fs: createMemoryFiles(work.files) }
  }
  const leave = (work: OpenWork): void => {
    if (work.use === 'open') work.use = 'left'
  }

  const openPlace = (request: InPlaceRequest): MemoryPlace =>
    openMemoryPlace({
      files: checkout.files,
      request,
      readHead: () => ({ branch: main, head: refs.get(main) }),
      treeAt,
      keep(tree) {
        const ref =
          request.attempt !== undefined && !refs.has(request.attempt) ? request.attempt : request.left
        const parent = refs.get(ref) ?? request.head
        refs.set(ref, saveCommit({ tree: saveTree(tree), parent, message: 'Discarded changes\n', date: 0 }))
      },
    })

  const methods: WorkspaceMethods = {
    async openWorkspace({ runId, lease, base, tree, slot, inPlace }) {
      opened++
      if (!inPlace) {
        const files = new Map(treeAt(tree ?? base))
        return register({ files, base, runId, lease, slot: takeSlot(slot && follow(slot), { runId, lease }) })
      }
      for (const [id, work] of trees) {
        if (work.use === 'open' || !work.place) continue
        work.place.close()
        trees.delete(id)
      }
      const place = openPlace(inPlace)
      if (tree !== undefined) place.put(treeAt(tree))
      return register({ files: checkout.files, base, runId, lease, slot: inPlaceSlot, place })
    },
    async rescueWorkspace({ runId, lease, slot: asked, base }) {
      const slot = follow(asked)
      const [id, work] = findIn(slot) ?? []
      if (id === undefined || work?.runId !== runId || work.use === 'open') return undefined
      opened++
      trees.delete(id)
      const name = work.place ? slot : `${lease ?? 'none'}/slot-${opened}`
      if (name !== slot) moved.set(slot, name)
      // A copy: the process that left it may still write to its own.
      const files = work.place ? work.files : new Map(work.files)
      return register({ ...work, files, base, lease, slot: name })
    },
    async resetWorkspace(workspace, commit, overlays = []) {
      const { files: content, place } = workOf(workspace)
      const tree = new Map(treeAt(commit))
      for (const { from, paths } of overlays) {
        const source = treeAt(from)
        for (const path of paths) {
          checkTreePath(path)
          putFile(tree, path, source.get(path))
        }
      }
      if (place) return place.put(tree)
      content.clear()
      for (const [path, text] of tree) content.set(path, text)
    },
    async closeWorkspace({ id }, { abandoned = false, keep = false } = {}) {
      const work = trees.get(id)
      if (work?.use !== 'open') return
      if (keep && !abandoned) work.use = 'kept'
      else {
        if (abandoned) slots.delete(work.slot)
        else work.place?.close()
        trees.delete(id)
      }
    },
    async removeWorkspaces(runId, { lease, all = false, over = all, rescuable = false } = {}) {
      const isRemoved = ({ use, place, lease: opener }: OpenWork): boolean => {
        if (use === 'open') return opener === lease && !rescuable
        return use === 'kept' ? all : over || (place !== undefined && !rescuable)
      }
      for (const [id, work] of trees) {
        if (work.runId !== runId) continue
        if (!isRemoved(work)) {
          if (work.lease === lease) leave(work)
          continue
        }
        work.place?.close()
        trees.delete(id)
      }
    },
    async changedPaths(workspace) {
      const { files: now, base, place } = workOf(workspace)
      if (place) return place.changes(base)
      const before = treeAt(base)
      return changedBetween(before, now).map((path) => {
        const content = now.get(path)
        if (content === undefined) return { path, kind: 'deleted' }
        return {
          path,
          kind: before.has(path) ? 'modified' : 'added',
          size: new TextEncoder().encode(content).length,
        }
      })
    },
    async commitAttempt(workspace, { ref, message, date, changes }) {
      checkRefName(ref, 'refs/amelia/')
      for (const { path } of changes) checkTreePath(path)
      const nested = changes.find(({ kind }) => kind === 'nested_repository')
      if (nested)
        throw new AmeliaError('PATH_DENIED', `${nested.path} is a nested repository.`, { path: nested.path })
      const { files: now, base, place } = workOf(workspace)
      const tree = new Map(treeAt(base))
      for (const { path } of changes) {
        const content = now.get(path)
        if (content === undefined) tree.delete(path)
        else tree.set(path, content)
      }
      const id = saveTree(tree)
      const commit = saveCommit({ tree: id, parent: base, message, date })
      refs.set(ref, commit)
      place?.saved(tree)
      return { commit, tree: id }
    },
  }
  return {
    get size() {
      return [...trees.values()].filter(({ use }) => use === 'open').length
    },
    get left() {
      return [...trees.values()].filter(({ use }) => use === 'left').length
    },
    get kept() {
      return [...trees.values()].filter(({ use }) => use === 'kept').map(({ slot }) => slot)
    },
    endHolder(lease) {
      for (const work of trees.values()) if (work.lease === lease) leave(work)
    },
    methods,
  }
}
