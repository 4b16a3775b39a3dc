import type { RefUpdate } from '../../contract/git-backend.ts'
import type { NotedStatement } from '../../event/noted-statement.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import { type Performer, phaseOf } from '../performer.ts'
import { addStatement, moveProof } from './add-statement.ts'
import { inspectTarget } from './inspect-target.ts'

export type PreparedMove =
  | { type: 'move_prepared'; updates: RefUpdate[]; note?: string; statement: NotedStatement }
  | { type: 'target_adopted'; commit: string }
  | { type: 'target_rewritten'; found: string | null }

/**
 * Returns the ref updates that integrate a phase, with the refs' current values; among them that of the
 * statements. `note` says why the target does not move. A target that a person moved is adopted first, or
 * needs an answer.
 */
export const prepareMove = async (
  performer: Performer,
  { phaseId, commit, head, headRef }: { phaseId: string; commit: string; head: string; headRef: string },
): Promise<PreparedMove> => {
  const { state } = performer
  const names = refNames(state.runId)
  const updates: RefUpdate[] = [
    { ref: names.head, new: commit, old: headRef },
    {
      ref: names.phase(phaseId),
      new: commit,
      old: phaseOf(performer, phaseId).former ?? null,
    },
    { ref: names.candidate(phaseId), new: null, old: commit },
  ]
  const prepared = async (more: { target?: RefUpdate; note?: string } = {}): Promise<PreparedMove> => {
    const { target, note } = more
    const stated = { kind: 'phase', name: `phase/${phaseId}`, phaseId, commit, parent: head } as const
    const statement = await addStatement(performer, stated)
    updates.push(...(await moveProof(performer, statement)))
    if (target) updates.push(target)
    return { type: 'move_prepared', updates, ...(note !== undefined && { note }), statement }
  }
  if (state.settings.publish !== 'phase') return prepared()
  const found = await inspectTarget(performer, head)
  if ('note' in found) return prepared(found)
  if ('rewritten' in found) return { type: 'target_rewritten', found: found.rewritten }
  if (found.adopt && found.value !== null) return { type: 'target_adopted', commit: found.value }
  return prepared({ target: { ref: state.target.ref, new: commit, old: found.value } })
}
