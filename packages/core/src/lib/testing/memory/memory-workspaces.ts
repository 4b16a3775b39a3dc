import { checkRefName } from '../../contract/check-ref-name.ts'
import { checkTreePath } from '../../contract/check-tree-path.ts'
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
  /** Set for a workspace in the user's checkout. */
  place?: MemoryPlace
}

type WorkspaceMethods = Required<
  Pick<
    GitBackendV1,
    | 'openWorkspace'
    | 'resetWorkspace'
    | 'closeWorkspace'
    | 'removeWorkspaces'
    | 'changedPaths'
    | 'commitAttempt'
  >
>

/** The workspaces of a git backend in memory. */
export interface MemoryWorkspaces {
  readonly size: number
  /** Simulates the death of the process with this lease: the next removal includes its workspaces. */
  endHolder(lease: string): void
  methods: WorkspaceMethods
}

export const createMemoryWorkspaces = (
  { refs, saveTree, saveCommit, treeAt }: MemoryObjects,
  checkout: MemoryCheckout,
  main: string,
): MemoryWorkspaces => {
  const open = new Map<string, OpenWork>()
  const dead = new Set<string | undefined>()
  let opened = 0

  const workOf = ({ id }: Workspace): OpenWork => {
    const work = open.get(id)
    if (!work) throw new AmeliaError('INTERNAL', `Workspace ${id} is closed.`, { where: 'memory-git' })
    return work
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
    async openWorkspace({ runId, lease, base, tree, inPlace }) {
      const id = `workspace-${++opened}`
      if (inPlace) {
        const place = openPlace(inPlace)
        if (tree !== undefined) place.put(treeAt(tree))
        open.set(id, { files: checkout.files, base, runId, lease, place })
        return { id, base, fs: createMemoryFiles(checkout.files) }
      }
      const content = new Map(treeAt(tree ?? base))
      open.set(id, { files: content, base, runId, lease })
      return { id, base, fs: createMemoryFiles(content) }
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
    async closeWorkspace({ id }, { abandoned = false } = {}) {
      if (!abandoned) open.get(id)?.place?.close()
      open.delete(id)
    },
    async removeWorkspaces(runId, { lease } = {}) {
      for (const [id, work] of open) {
        if (work.runId !== runId || (work.lease !== lease && !dead.has(work.lease))) continue
        work.place?.close()
        open.delete(id)
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
      return open.size
    },
    endHolder: (lease) => void dead.add(lease),
    methods,
  }
}
