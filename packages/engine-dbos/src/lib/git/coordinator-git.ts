import { AmeliaError, type GitBackendV1, type RefUpdate } from '@amelia/core/plugin'
import { isFence, takeFence, type Fence } from './fence.ts'
import { isSharedRef } from './is-shared-ref.ts'
import { runOfRef } from './run-of-ref.ts'
import { type PushedRef, remoteRepository } from './remote-repository.ts'
import { explainRefusal } from './explain-refusal.ts'
import { mirrorRefs } from './mirror-refs.ts'
import { withCommits } from './with-commits.ts'

/** The clone of a coordinator, and the repository that it shares with workers. */
export interface CoordinatorGitOptions {
  /** The git backend of the coordinator's clone. */
  git: GitBackendV1
  /** A folder of the clone. */
  repo: string
  /** The address or the path of the shared repository. */
  remote: string
  /** Awaited before each call of the remote. It throws for one that must not be tried. */
  check?: () => Promise<void>
  /** Called with the output of git when the remote cannot be reached. */
  onUnreachable?: (output: string) => void
}

/** The git backend of a coordinator. */
export interface CoordinatorGit extends GitBackendV1 {
  /**
   * Takes the shared refs of a run from the coordinator before. `token` is that of the run's lease.
   *
   * Throws `LEASE_LOST` if a later lease has taken them.
   */
  takeOver(runId: string, token: string): Promise<void>
}

const tries = 3

/**
 * Adds a shared repository to the git backend of a coordinator. The remote has the true value of the run's
 * head, its phases, reservations and branches; the refs of the clone follow it. Commits of attempts are
 * pushed before the call returns. While the remote cannot be reached, calls are repeated for 10 minutes.
 *
 * Invariants:
 * 1. A move of shared refs is one atomic push that compares each ref with its expected value.
 * 2. The push also moves the run's fence, and is refused if another coordinator has moved it since.
 * 3. A push without an answer counts as done exactly if the remote has its value of the fence.
 * 4. A commit is on the remote before the journal can contain an intent to move a ref to it.
 */
export const coordinatorGit = (options: CoordinatorGitOptions): CoordinatorGit => {
  const { git, repo, remote: address, check, onUnreachable = () => {} } = options
  const remote = remoteRepository(repo, address, { outage: { onUnreachable }, ...(check && { check }) })
  const local = withCommits(git, remote)
  const fences = new Map<string, Fence>()
  const composed = new Map<string, string>()
  let last: string | undefined
  let claim = 'none'
  let queue: Promise<unknown> = Promise.resolve()

  const find = async (ref: string): Promise<string | null> => (await remote.list([ref])).get(ref) ?? null

  const push = async (updates: readonly RefUpdate[]): Promise<void> => {
    const absent = updates.filter(({ new: to, old }) => to === null && old === null)
    const moves = updates.filter((update) => !absent.includes(update))
    const runId = updates.map(({ ref }) => runOfRef(ref)).find((id) => id !== undefined) ?? last
    const fence = runId === undefined ? undefined : fences.get(runId)
    const integrated = new Set(moves.flatMap(({ new: to }) => composed.get(to ?? '') ?? []))
    const dropped: PushedRef[] = [...integrated].map((ref) => ({ ref, new: null }))
    if (absent.length > 0) await checkValues(absent)
    if (moves.length === 0) return
    for (let count = 1; ; count += 1) {
      const step = await fence?.next()
      try {
        await remote.push([...moves, ...dropped, ...(step ? [step] : [])])
        if (step) fence!.moved(step.new)
        return
      } catch (error) {
        if (step) {
          const found = await find(step.ref)
          fence!.acknowledge(found)
          if (found === step.new) return
        }
        if ((await countUnmoved(moves)) === 0) return
        await checkValues(moves)
        if (count === tries) throw explainRefusal(error)
      }
    }
  }

  /** Counts refs that do not have their new value. */
  const countUnmoved = async (moves: readonly RefUpdate[]): Promise<number> => {
    const now = await remote.list(moves.map(({ ref }) => ref))
    return moves.filter(({ ref, new: to }) => (now.get(ref) ?? null) !== to).length
  }

  const checkValues = async (updates: readonly RefUpdate[]): Promise<void> => {
    const now = await remote.list(updates.map(({ ref }) => ref))
    const moved = updates.filter(({ ref, old }) => (now.get(ref) ?? null) !== old).map(({ ref }) => ref)
    if (moved.length === 0) return
    const message = `Someone else moved ${moved.join(', ')} on the remote. No ref was changed.`
    throw new AmeliaError('REF_MOVED', message, { refs: moved })
  }

  return {
    ...local,
    shared: true,
    async takeOver(runId, token) {
      fences.set(runId, await takeFence(remote, runId, token))
      last = runId
      claim = token
    },
    async readRef(name) {
      if (!isSharedRef(name)) return local.readRef(name)
      const found = await find(name)
      return found === null ? null : local.readRef(found)
    },
    async listRefs(prefix) {
      const shared = [...(await remote.list([`${prefix}*`]))].filter(([ref]) => isSharedRef(ref))
      // A person may have fetched the fence, which is not a commit.
      const own = [...(await local.listRefs(prefix))].filter(([ref]) => !isSharedRef(ref) && !isFence(ref))
      return new Map([...own, ...shared].sort(([one], [other]) => (one < other ? -1 : 1)))
    },
    async commitAttempt(workspace, request) {
      const made = await local.commitAttempt(workspace, request)
      // Leases never share a ref. A machine that resumes the run fetches the commit by its id.
      await remote.push([{ ref: `${request.ref}/${claim}`, new: made.commit }])
      return made
    },
    async compose(request) {
      const commit = await local.compose(request)
      const runId = runOfRef(request.ref)
      if (runId === undefined || composed.has(commit)) return commit
      const ref = `refs/amelia/${runId}/composed/${commit}`
      await remote.push([{ ref, new: commit }])
      composed.set(commit, ref)
      return commit
    },
    updateRefs(updates) {
      const move = async (): Promise<void> => {
        const shared = updates.filter(({ ref }) => isSharedRef(ref))
        if (shared.length > 0) await push(shared)
        const own = updates.filter(({ ref }) => !isSharedRef(ref))
        if (own.length > 0) await local.updateRefs(own)
        await mirrorRefs(git, shared)
      }
      // The fence changes with each push, so one follows another.
      const done = queue.then(move)
      queue = done.catch(() => {})
      return done
    },
  }
}
