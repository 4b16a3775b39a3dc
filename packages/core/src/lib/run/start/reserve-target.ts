import type { GitBackendV1, RefUpdate } from '../../contract/git-backend.ts'
import type { Host } from '../../contract/host.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { refNames, reservationOf } from '../../machine/state/ref-names.ts'
import { chooseTarget, numbered, type Target } from '../settings/choose-target.ts'
import { noRoom } from '../../perform/integrate/prepare-run.ts'
import { withRunTrailers } from '../../perform/message/trailers.ts'
import { isReserved, reservedBy } from '../journal/release-reservations.ts'
import { whenUnlocked } from '../../perform/guard/when-unlocked.ts'

export interface ReserveRequest {
  host: Host
  runId: string
  /** The commit of HEAD. */
  head: string
  /** The target of an in-place run: the branch that is checked out. It is not reserved. */
  place: Target | undefined
  /** The requested branch. */
  wanted: string | undefined
  /** The name of the execution. */
  name: string
  artifacts: 'commit' | 'none'
}

/**
 * Reserves the run's target branch and its folder below `docs/amelia`, by creating a ref for each in one
 * transaction.
 *
 * Of several runs that start with the same title, one gets the name, the others `-2`, `-3`, ... The branch
 * itself is not created. Each ref points to a commit whose file `.amelia-run` contains the run's id. A
 * requested branch is refused while a live process runs another run that reserved it.
 *
 * Throws `TARGET_INVALID`, and `OPTION_INVALID` if the tree has no room for the folder.
 */
export const reserveTarget = async (request: ReserveRequest): Promise<Target & { execution: string }> => {
  const { host, head, place, wanted, name, artifacts } = request
  const { git } = host
  for (let first = 1; ; first++) {
    const target = place ?? (await chooseTarget(git, head, wanted, name, first))
    first = target.number ?? first
    const execution = numbered(name, first)
    const chosen = { ...target, execution }
    const folder = artifacts === 'commit' ? `docs/amelia/${execution}/plan.md` : undefined
    if (folder !== undefined && (await git.readFile(target.base, folder)) !== null) continue
    const wishes: [ref: string, kind: 'target' | 'folder'][] = []
    if (!place) wishes.push([reservationOf('target', target.target), 'target'])
    if (folder !== undefined) wishes.push([reservationOf('folder', execution), 'folder'])
    if (wishes.length === 0) return chosen
    const holder = await findHolder(request, wishes)
    if (holder?.kind === 'target' && wanted !== undefined) throw reserved(wanted, holder)
    if (holder === undefined && (await claim(request, chosen, wishes))) return chosen
    // Another run was faster. A requested branch has no alternative name, so try the same one again.
    if (holder === undefined && wanted !== undefined) first--
  }
}

interface Holder {
  kind: 'target' | 'folder'
  ref: string
  runId: string | null
}

/** Returns the first conflicting reservation that is in use. Unused ones are deleted. */
const findHolder = async (
  { host, wanted }: ReserveRequest,
  wishes: readonly [ref: string, kind: 'target' | 'folder'][],
): Promise<Holder | undefined> => {
  const { git } = host
  for (const [wish, kind] of wishes) {
    for (const [ref, commit] of await git.listRefs(reservationOf(kind, ''))) {
      if (ref !== wish && !ref.startsWith(`${wish}/`) && !wish.startsWith(`${ref}/`)) continue
      const runId = await reservedBy(git, commit)
      const asked = kind === 'target' && wanted !== undefined
      if (await isReserved(host, runId, asked ? 'running' : kind)) return { kind, ref, runId }
      await remove(git, { ref, new: null, old: commit })
    }
  }
  return undefined
}

const claim = async (
  { host, runId }: ReserveRequest,
  { target, targetCommit, base, execution }: Target & { execution: string },
  wishes: readonly [ref: string, kind: 'target' | 'folder'][],
): Promise<boolean> => {
  const { git, clock } = host
  const own = refNames(runId).own('reservation')
  const hasFolder = wishes.some(([, kind]) => kind === 'folder')
  const folder = `docs/amelia/${execution}`
  const request = {
    ref: own,
    tree: await git.readTree(base),
    parent: base,
    files: { '.amelia-run': runId, ...(hasFolder && { [`${folder}/plan.md`]: '' }) },
    message: withRunTrailers(`Reserve ${target}`, runId, 'reservation'),
    date: Math.floor(clock.now() / 1000),
  }
  const commit = await git.compose(request).catch((error: unknown) => {
    throw noRoom(error, folder)
  })
  const updates: RefUpdate[] = wishes.map(([ref]) => ({ ref, new: commit, old: null }))
  // The run that reserved the branch may have ended since then; its branch exists now.
  if (targetCommit === null) updates.push({ ref: target, new: null, old: null })
  try {
    await whenUnlocked(clock, () => git.updateRefs([...updates, { ref: own, new: null, old: commit }]))
    return true
  } catch (error) {
    await remove(git, { ref: own, new: null, old: commit })
    if (AmeliaError.is(error, 'REF_MOVED')) return false
    throw error
  }
}

const remove = (git: GitBackendV1, update: RefUpdate): Promise<void> =>
  git.updateRefs([update]).catch((error: unknown) => {
    if (!AmeliaError.is(error, 'REF_MOVED')) throw error
  })

const reserved = (wanted: string, { ref, runId }: Holder): AmeliaError =>
  new AmeliaError(
    'TARGET_INVALID',
    runId === null
      ? `"${wanted}" cannot be the target branch: ${ref} reserves it and does not name a run. Choose another --target, or delete it: git update-ref -d ${ref}`
      : `"${wanted}" cannot be the target branch: run ${runId} is running and publishes to it. Wait for it, or choose another --target. If that run does not exist: git update-ref -d ${ref}`,
    { target: wanted },
  )
