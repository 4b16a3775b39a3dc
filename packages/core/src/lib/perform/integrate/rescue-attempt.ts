import { refNames } from '../../machine/state/ref-names.ts'
import { commitWorkspace } from './commit-attempt.ts'
import { type Performer, phaseOf, workspaceOf } from '../performer.ts'

/**
 * Commits an attempt's work to another ref than the locked one and returns its name; undefined if that fails
 * too.
 *
 * The workspace is removed when this process ends, and the lock may outlast it.
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
