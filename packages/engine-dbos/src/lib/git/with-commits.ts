import type { GitBackendV1 } from '@amelia/core/plugin'
import type { RemoteRepository } from './remote-repository.ts'

const isId = (name: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(name)

/**
 * Fetches commits that a clone does not have before a git backend reads them.
 *
 * A commit that the remote does not have either is an error of the call that needs it, except in `readRef`,
 * which returns null.
 */
export const withCommits = (git: GitBackendV1, remote: RemoteRepository): GitBackendV1 => {
  const present = new Set<string>()
  const fetching = new Map<string, Promise<void>>()
  const load = async (commit: string): Promise<void> => {
    if ((await git.readRef(commit)) === null) await remote.fetch([commit])
    present.add(commit)
  }
  const ensure = async (...commits: (string | undefined)[]): Promise<void> => {
    for (const commit of commits) {
      if (commit === undefined || !isId(commit) || present.has(commit)) continue
      const running = fetching.get(commit) ?? load(commit).finally(() => fetching.delete(commit))
      fetching.set(commit, running)
      await running
    }
  }
  const { rescueWorkspace } = git
  return {
    ...git,
    async readRef(name) {
      const found = await git.readRef(name)
      if (found !== null || !isId(name)) return found
      await remote.fetch([name]).catch(() => {})
      return git.readRef(name)
    },
    async openWorkspace(request) {
      await ensure(request.base, request.tree)
      return git.openWorkspace(request)
    },
    async resetWorkspace(workspace, commit, overlays) {
      await ensure(commit, ...(overlays ?? []).map(({ from }) => from))
      return git.resetWorkspace(workspace, commit, overlays)
    },
    ...(rescueWorkspace && {
      rescueWorkspace: async (request) => {
        await ensure(request.base, request.tree)
        return rescueWorkspace(request)
      },
    }),
    async merge(request) {
      await ensure(request.ours, request.theirs)
      return git.merge(request)
    },
    async readFile(commit, path) {
      await ensure(commit)
      return git.readFile(commit, path)
    },
    async readTree(commit) {
      await ensure(commit)
      return git.readTree(commit)
    },
    async compose(request) {
      await ensure(request.parent)
      // The tree of an attempt whose commit only its worker's clone and the remote have.
      const { tree } = request
      if (tree !== undefined && !(await remote.has(tree))) await remote.fetch([tree])
      return git.compose(request)
    },
    async diff(request) {
      await ensure(request.from, request.to)
      return git.diff(request)
    },
    async isAncestor(ancestor, commit) {
      await ensure(ancestor, commit)
      return git.isAncestor(ancestor, commit)
    },
    async findCommits(request) {
      await ensure(request.from)
      return git.findCommits(request)
    },
  }
}
