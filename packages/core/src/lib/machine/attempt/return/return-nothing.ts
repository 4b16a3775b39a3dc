import type { Failure } from '../../../contract/failure.ts'
import { isOpen } from '../../../policy/dispatch/is-open.ts'
import { declaredPaths } from '../../../policy/evidence/change/declared-paths.ts'
import { lackedFiles } from '../../../policy/evidence/lacked-files.ts'
import { workOf } from '../../state/attempt.ts'
import type { PhaseState } from '../../state/phase-state.ts'
import type { RunState } from '../../state/run-state.ts'
import type { Turn } from '../../state/turn.ts'
import { endAttempt } from '../end-attempt.ts'
import { sendBack } from './send-back.ts'
import { hasSession } from '../round/sessions-in.ts'

/**
 * Whether an attempt changes nothing although something is verified, or declared files do not exist, and
 * neither the plan nor a person has accepted that. Only what an agent did is judged.
 */
export const changesNothing = (state: RunState, phase: PhaseState): boolean => {
  const { planned, attempt } = phase
  if (planned.emptyOk === true || attempt.nothingApproved) return false
  const work = workOf(attempt)
  if (work.files.length > 0 || !hasSession(state, phase)) return false
  return state.settings.checks.length > 0 || lackedFiles(planned, work).length > 0
}

/** Whether the plan expects a change of the phase: it declares files or implements something. */
const expectsChange = ({ planned }: PhaseState): boolean =>
  declaredPaths(planned).entries.length > 0 ||
  planned.subtasks.some((subtask) => subtask.type === 'impl' && isOpen(subtask))

/**
 * Handles an attempt that changes nothing, before it is verified: returns it to its session once, then fails
 * it unless the agent reports that the work exists already, and the checks can agree. Reports whether it did
 * one of both.
 */
export const returnNothing = (turn: Turn, phase: PhaseState): boolean => {
  if (!changesNothing(turn.state, phase)) return false
  const { planned, attempt } = phase
  const { ignored = [] } = workOf(attempt)
  const details = [
    ...declaredPaths(planned).entries.map((path) => `declared: ${path}`),
    ...ignored.map(({ path, rule }) => `ignored by git, so no commit contains it: ${path} (${rule})`),
  ]
  if (sendBack(turn, phase, { reason: 'nothing_changed', details })) return true
  if (attempt.alreadyDone && turn.state.settings.checks.length > 0) return false
  const lacked = lackedFiles(planned, workOf(attempt))
  if (lacked.length > 0) failNothing(turn, phase, describeAbsent(lacked))
  else failNothing(turn, phase, 'and does not report that its work is already done or needs no change')
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
  else if (absent.length > 0) failNothing(turn, phase, describeAbsent(absent))
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

const describeAbsent = (absent: readonly string[]): string =>
  `and the base does not have ${absent.slice(0, 10).join(', ')}`

const failNothing = (turn: Turn, phase: PhaseState, why: string, observed: Partial<Failure> = {}): void =>
  endAttempt(turn, phase, {
    action: 'failed',
    failure: {
      ...observed,
      class: 'agent_failed',
      message: `The agent changed nothing in phase ${phase.id}, ${why}.`,
    },
  })
