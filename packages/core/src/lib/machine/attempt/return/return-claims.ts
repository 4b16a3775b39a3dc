import { missingClaims } from '../../../policy/evidence/missing-claims.ts'
import { workOf } from '../../state/attempt.ts'
import type { PhaseState } from '../../state/phase-state.ts'
import type { Turn } from '../../state/turn.ts'
import { hasChecks } from '../verify/has-checks.ts'
import { sendBack } from './send-back.ts'

/**
 * Returns an attempt that nothing verifies to its session once, if its agent reports files that do not exist,
 * or any file although it changed none. Reports whether it did. A wrong list decides nothing else: the report
 * and the summary show it.
 */
export const returnClaims = (turn: Turn, phase: PhaseState): boolean => {
  const { attempt } = phase
  if (hasChecks(turn.state, phase) || attempt.alreadyDone) return false
  const { files, absent = [], ignored = [] } = workOf(attempt)
  const details = missingClaims(attempt.claimed, files).filter((path) =>
    files.length === 0 ? !ignored.some((one) => one.path === path) : absent.includes(path),
  )
  return details.length > 0 && sendBack(turn, phase, { reason: 'files_missing', details })
}
