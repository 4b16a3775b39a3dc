import { refNames } from '../../machine/state/ref-names.ts'
import { commitWorkspace } from './commit-attempt.ts'
import { type Performer, phaseOf, workspaceOf } from '../performer.ts'

/**
 * Keeps an attempt's uncommitted work under a reference beside the one that is locked, and returns its name.
 *
 * The workspace is removed when this process ends, and the lock may still be there. Undefined where the work cannot be kept.
 */
export const rescueAttempt = async (
  performer: Performer,
  { phaseId, attempt }: { phaseId: string; attempt: number },
): Promise<string | undefined> => {
  const { state } = performer
  const phase = phaseOf(performer, phaseId)
  const ref = refNames(state.runId).left(phaseId, attempt)
  try {
    const result = await commitWorkspace(performer, phase, workspaceOf(performer, phaseId), ref)
    return 'blocker' in result ? undefined : ref
  } catch {
    return undefined
  }
}
