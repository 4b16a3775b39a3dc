import type { GitBackendV1, RefUpdate } from '../../contract/git-backend.ts'
import type { Host } from '../../contract/host.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { reservationOf } from '../../machine/state/ref-names.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { foldRun } from './fold-run.ts'
import { isOver } from './is-over.ts'

/** Returns the run that a reservation belongs to; null if its commit does not name one. */
export const reservedBy = async (git: GitBackendV1, commit: string): Promise<string | null> => {
  const bytes = await git.readFile(commit, '.amelia-run')
  return bytes === null ? null : new TextDecoder().decode(bytes)
}

/**
 * Whether a reservation still counts. With `running`, only while a live process runs the run.
 *
 * The reservation of a run that never started or has ended does not: its process died before releasing it. A
 * run keeps its folder until its integrated work is cleaned up. The reservation of a run that is not in this
 * store counts.
 */
export const isReserved = async (
  { store }: Host,
  runId: string | null,
  what: 'target' | 'folder' | 'running',
): Promise<boolean> => {
  const known = (await store.list()).find((run) => run.runId === runId)
  if (!known || known.locked || what === 'running') return known?.locked !== false
  try {
    const records = await store.load(known.runId)
    if (records.length === 0) return false
    const { state } = foldRun(known.runId, records)
    return !isOver(state) || (what === 'folder' && hasWork(state))
  } catch (error) {
    return !AmeliaError.is(error, 'RUN_NOT_FOUND')
  }
}

/** Whether a branch may contain the run's folder. */
const hasWork = ({ integrated, revert: { done: reverted, scope } }: RunState): boolean =>
  integrated.length > 0 && (reverted !== true || scope === 'batch')

/**
 * Deletes the reservations of an ended run. The reservation of its folder stays while a branch may contain
 * the folder, until the run is cleaned.
 */
export const releaseReservations = async (
  git: GitBackendV1,
  state: RunState,
  { cleaned = false } = {},
): Promise<void> => {
  const {
    runId,
    settings,
    target: { ref: target },
  } = state
  const refs = [reservationOf('target', target)]
  if (cleaned || !hasWork(state)) refs.push(reservationOf('folder', settings.execution))
  const updates: RefUpdate[] = []
  for (const ref of refs) {
    const commit = await git.readRef(ref)
    if (commit === null || (await reservedBy(git, commit)) !== runId) continue
    updates.push({ ref, new: null, old: commit })
  }
  if (updates.length > 0) await git.updateRefs(updates)
}
