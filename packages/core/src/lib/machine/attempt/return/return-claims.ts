import { missingClaims } from '../../../policy/evidence/missing-claims.ts'
import { workOf } from '../../state/attempt.ts'
import type { PhaseState } from '../../state/phase-state.ts'
import type { Turn } from '../../state/turn.ts'
import { endAttempt } from '../end-attempt.ts'
import { sendBack } from './send-back.ts'

/**
 * Handles an attempt whose agent reports changed files that its commit does not contain, before it is
 * verified: returns it to its session once, then fails it. Reports whether it did one of both. A report that
 * the work is already done may name existing files.
 */
export const returnClaims = (turn: Turn, phase: PhaseState): boolean => {
  const { attempt, id } = phase
  if (turn.state.settings.checks.length === 0 || attempt.alreadyDone) return false
  const missing = missingClaims(attempt.claimed, workOf(attempt).files)
  if (missing.length === 0) return false
  // The next report counts alone.
  attempt.claimed = undefined
  if (sendBack(turn, phase, { reason: 'files_missing', details: missing })) return true
  const message = `The agent reports changed files that the commit of phase ${id} does not contain: ${missing.slice(0, 10).join(', ')}.`
  endAttempt(turn, phase, { action: 'failed', failure: { class: 'agent_failed', message } })
  return true
}
