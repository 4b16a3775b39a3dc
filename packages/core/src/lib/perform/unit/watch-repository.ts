import type { RepositoryChange } from '../../event/change/repository-change.ts'
import { compareFingerprints } from '../../policy/compare-fingerprints.ts'
import { mostChanges } from '../../policy/failure/tampering.ts'
import type { Performer } from '../performer.ts'

/**
 * Compares the user's repository before and after a unit, and reports each difference. Changed configuration
 * or hooks stop the phase, because they run with the user's rights the next time the user calls git.
 *
 * Without `phaseId`, for the run itself, only changed configuration and hooks are returned.
 */
export const watchRepository = async <Value>(
  performer: Performer,
  phaseId: string | undefined,
  run: () => Promise<Value>,
): Promise<{ value: Value; planted: RepositoryChange[] }> => {
  const { host, ownMoves, state } = performer
  if (!host.git.fingerprint) return { value: await run(), planted: [] }
  const before = await host.git.fingerprint()
  const value = await run()
  const after = await host.git.fingerprint()
  const { planted, moved } = compareFingerprints(before, after)
  // The run may have moved its own target for another phase in between.
  const foreign = moved.filter(({ name, after }) => name !== state.target.ref || !ownMoves.has(after ?? ''))
  const changes = [...planted, ...foreign]
  const more = changes.length - mostChanges
  if (phaseId !== undefined && changes.length > 0)
    performer.feed({
      type: 'repository_moved',
      phaseId,
      planted: planted.length > 0,
      changes: changes.slice(0, mostChanges),
      ...(more > 0 && { more }),
    })
  return { value, planted: planted.slice(0, mostChanges) }
}
