import {
  AmeliaError,
  checkOptions,
  type GitBackendV1,
  rules,
  type RulesOf,
  type Workspace,
} from '@amelia/core/plugin'
import { isSharedRef } from './is-shared-ref.ts'
import { remoteRepository } from './remote-repository.ts'
import { withCommits } from './with-commits.ts'

/** The clone and the claim of a worker. */
export interface WorkerGitOptions {
  /** The git backend of the worker's clone. */
  git: GitBackendV1
  /** A folder of the clone. */
  repo: string
  /** The address or the path of the shared repository. */
  remote: string
  /** Names the worker's claim of one dispatch: letters, digits and hyphens. Claims never share a ref. */
  claim: string
  /** Throws if the worker may have been declared dead. Awaited before each push. */
  check(): Promise<void>
  /** Called with the output of git when the remote cannot be reached. */
  onUnreachable?: ((output: string) => void) | undefined
}

const workerGitRules: RulesOf<WorkerGitOptions> = {
  git: {
    expected: 'a git backend, such as that of nodeHost()',
    is: (value) => (value as Partial<GitBackendV1> | null | undefined)?.contract === 'git-v1',
  },
  repo: rules.name,
  // It may contain a password.
  remote: { ...rules.name, secret: true },
  claim: rules.claim,
  check: rules.function,
  onUnreachable: rules.optional(rules.function),
}

/**
 * Adds a shared repository to the git backend of a worker: it fetches the commits that a workspace needs,
 * and pushes each commit of an attempt to `<the ref of the attempt>/<claim>` before it returns. The tree of a
 * workspace that is closed with `keep` is pushed too, and `rescueWorkspace` finds it on any machine. While
 * the remote cannot be reached, calls are repeated for 10 minutes.
 *
 * A worker moves no ref that others share: `updateRefs` throws `OPTION_INVALID` for one, and `workerGit` for
 * an invalid option.
 */
export const workerGit = (options: WorkerGitOptions): GitBackendV1 => {
  checkOptions('workerGit', options, workerGitRules)
  const { git, repo, remote: address, claim, check, onUnreachable = () => {} } = options
  const remote = remoteRepository(repo, address, { outage: { check, onUnreachable } })
  const local = withCommits(git, remote)
  const runs = new Map<string, string>()
  const opened = (runId: string, workspace: Workspace): Workspace => {
    runs.set(workspace.id, runId)
    return workspace
  }
  const keptRef = (runId: string, slot: string): string =>
    `refs/amelia/${runId}/kept/${encodeURIComponent(slot).replaceAll('.', '%2E').replaceAll('%', '_')}`
  /** Pushes what a workspace holds, so that a worker on another machine can continue in it. */
  const keep = async (workspace: Workspace): Promise<void> => {
    const runId = runs.get(workspace.id)
    if (runId === undefined || workspace.slot === undefined) return
    const changes = await local.changedPaths(workspace)
    const ref = keptRef(runId, workspace.slot)
    const { commit } = await local.commitAttempt(workspace, {
      ...{ ref, changes, date: Math.floor(Date.now() / 1000) },
      message: 'Keep the tree of an interrupted dispatch',
    })
    await check()
    await remote.push([{ ref, new: commit }])
  }
  return {
    ...local,
    async openWorkspace(request) {
      return opened(request.runId, await local.openWorkspace({ ...request, claim }))
    },
    async rescueWorkspace(request) {
      const { runId, slot } = request
      const here = await local.rescueWorkspace?.(request)
      if (here !== undefined) return opened(runId, here)
      const ref = keptRef(runId, slot)
      const tree = (await remote.list([ref])).get(ref)
      if (tree === undefined) return undefined
      const { lease, base } = request
      const again = await local.openWorkspace({ runId, base, tree, ...(lease !== undefined && { lease }) })
      return opened(runId, again)
    },
    async closeWorkspace(workspace, options) {
      try {
        if (options?.keep === true) await keep(workspace)
      } finally {
        // A worker that may not push any more still closes its own workspace.
        runs.delete(workspace.id)
        await local.closeWorkspace(workspace, options)
      }
    },
    async commitAttempt(workspace, request) {
      const made = await local.commitAttempt(workspace, request)
      await check()
      // The claim is the only writer of this ref.
      await remote.push([{ ref: `${request.ref}/${claim}`, new: made.commit }])
      return made
    },
    async updateRefs(updates) {
      const shared = updates.find(({ ref }) => isSharedRef(ref))
      if (shared !== undefined) {
        const message = `A worker cannot move ${shared.ref}: only the coordinator of the run moves shared refs.`
        throw new AmeliaError('OPTION_INVALID', message, { option: 'updates' })
      }
      await local.updateRefs(updates)
    },
  }
}
