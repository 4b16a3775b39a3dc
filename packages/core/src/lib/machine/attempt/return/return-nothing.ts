import type { Failure } from '../../../contract/failure.ts'
import { isOpen } from '../../../policy/dispatch/is-open.ts'
import { declaredPaths } from '../../../policy/evidence/change/declared-paths.ts'
import { workOf } from '../../state/attempt.ts'
import type { PhaseState } from '../../state/phase-state.ts'
import type { RunState } from '../../state/run-state.ts'
import type { Turn } from '../../state/turn.ts'
import { endAttempt } from '../end-attempt.ts'
import { sendBack } from './send-back.ts'
import { hasSession } from './sessions-in.ts'

/**
 * Whether an attempt changes nothing, and neither the plan nor a person has accepted that. Only what an agent
 * did is judged.
 */
export const changesNothing = (state: RunState, phase: PhaseState): boolean => {
  const { planned, attempt } = phase
  if (state.settings.checks.length === 0 || planned.emptyOk === true || attempt.nothingApproved) return false
  return workOf(attempt).files.length === 0 && hasSession(state, phase)
}

/** Whether the plan expects a change of the phase: it declares files or implements something. */
const expectsChange = ({ planned }: PhaseState): boolean =>
  declaredPaths(planned).entries.length > 0 ||
  planned.subtasks.some((subtask) => subtask.type === 'impl' && isOpen(subtask))

/**
 * Handles an attempt that changes nothing, before it is verified: returns it to its session once, then fails
 * it unless the agent reports that the work exists already. Reports whether it did one of both.
 */
export const returnNothing = (turn: Turn, phase: PhaseState): boolean => {
  if (!changesNothing(turn.state, phase)) return false
  const details = declaredPaths(phase.planned).entries.map((path) => `declared: ${path}`)
  if (sendBack(turn, phase, { reason: 'nothing_changed', details })) return true
  if (phase.attempt.alreadyDone) return false
  failNothing(turn, phase, 'and does not report that its work is already done or needs no change')
  return true
}

/**
 * Ends an attempt that changes nothing and reports that its work is already done: it fails unless the checks
 * agree and each declared file exists on the base. Then a person is asked if the plan expects a change;
 * otherwise the attempt passes, and the result is false.
 */
export const endNothing = (
  turn: Turn,
  phase: PhaseState,
  failure: Failure | undefined,
  absent: readonly string[],
): boolean => {
  if (failure)
    failNothing(
      turn,
      phase,
      `and ${failure.message.charAt(0).toLowerCase()}${failure.message.slice(1).replace(/\.$/, '')}`,
      failure,
    )
  else if (absent.length > 0)
    failNothing(turn, phase, `and the base does not have ${absent.slice(0, 10).join(', ')}`)
  else if (!expectsChange(phase)) return false
  else
    endAttempt(turn, phase, {
      action: 'block',
      blocker: 'already_done',
      message: `Phase ${phase.id} changes nothing: its agent reports that the work is already done, and all checks pass. Approve it as done without a change?`,
      details: [...phase.attempt.said.values()].flatMap((text) => text.split('\n')),
    })
  return true
}

const failNothing = (turn: Turn, phase: PhaseState, why: string, observed: Partial<Failure> = {}): void =>
  endAttempt(turn, phase, {
    action: 'failed',
    failure: {
      ...observed,
      class: 'agent_failed',
      message: `The agent changed nothing in phase ${phase.id}, ${why}.`,
    },
  })
