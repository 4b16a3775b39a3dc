import type { BlockerType } from '../policy/blocker-type.ts'
import { decideFailure } from '../policy/decide-failure.ts'
import type { Failure } from '../policy/failure.ts'
import { failPhase } from './close-phase.ts'
import type { GateChoice } from './gate.ts'
import { leaveIntegration } from './integration-queue.ts'
import { moveTo } from './move-to.ts'
import { openGate } from './open-gate.ts'
import type { PhaseState } from './run-state.ts'
import { shortId } from './short-id.ts'
import { emit, type Turn } from './turn.ts'

/** How an attempt ends that is not integrated. */
export type AttemptEnd =
  | { action: 'interrupt' }
  | { action: 'failed'; failure: Failure }
  | { action: 'block'; blocker: BlockerType; message: string; details: string[]; stepId?: string }

/** Gives the slot and the workspace back. */
export const park = (turn: Turn, phase: PhaseState): void => {
  leaveIntegration(turn, phase)
  phase.active = false
  turn.state.active.delete(phase.index)
  if (!phase.workspace) return
  phase.workspace = false
  turn.effects.push({ type: 'close_workspace', phaseId: phase.phase.id, attempt: phase.attempt })
}

/** Ends the attempt and decides what follows: another one, a question, or the phase's failure. */
export const endAttempt = (turn: Turn, phase: PhaseState, end: AttemptEnd): void => {
  park(turn, phase)
  switch (end.action) {
    case 'interrupt':
      moveTo(turn.state, phase, 'cancelled')
      emit(turn, 'phase_cancelled', { phaseId: phase.phase.id })
      return
    case 'failed':
      return decide(turn, phase, end.failure)
    case 'block':
      return block(turn, phase, end)
  }
}

/** Ends the attempt as its last unit ended. */
export const endByUnitResult = (turn: Turn, phase: PhaseState): void => {
  const result = phase.unitResult!
  if (result.outcome === 'failed')
    return endAttempt(turn, phase, { action: 'failed', failure: result.failure })
  if (result.outcome === 'blocked') endAttempt(turn, phase, { action: 'block', ...result })
}

/** Tries again on the run's head as it is then. */
export const retry = (turn: Turn, phase: PhaseState, failure: Failure): void => {
  const { maxAttempts } = turn.state.settings
  emit(turn, 'phase_retry', { phaseId: phase.phase.id, attempt: phase.attempt, maxAttempts, failure })
  moveTo(turn.state, phase, 'ready')
  delete phase.resumeAt
  turn.state.resuming.push(phase.index)
}

const decide = (turn: Turn, phase: PhaseState, failure: Failure): void => {
  const { maxAttempts } = turn.state.settings
  const earlier = phase.tries > 1 ? phase.failures.slice(1 - phase.tries) : []
  const decision = decideFailure({ failure, earlier, tries: phase.tries, maxAttempts })
  phase.failures.push(failure)
  switch (decision.action) {
    case 'retry':
      return retry(turn, phase, failure)
    case 'fail':
      return failPhase(turn, phase, failure)
    case 'block':
      return block(turn, phase, {
        blocker: decision.blocker,
        message: failure.message,
        details: failureDetails(failure),
      })
  }
}

interface Block {
  blocker: BlockerType
  message: string
  details: string[]
  stepId?: string
}

/** What a person can say to each blocker. A step that waits for a person is let through; all else is tried again. */
const choicesOf = ({ blocker, stepId }: Block): GateChoice[] =>
  blocker === 'needs_judgment' && stepId !== undefined
    ? ['accept', 'skip', 'abort']
    : ['retry', 'skip', 'abort']

/** Asks a person about a phase that cannot go on. */
export const block = (turn: Turn, phase: PhaseState, blocked: Block): void => {
  const { id } = phase.phase
  const { blocker, message, details, stepId } = blocked
  moveTo(turn.state, phase, 'waiting')
  emit(turn, 'phase_waiting', { phaseId: id, attempt: phase.attempt, for: 'blocker' })
  if (stepId !== undefined) phase.blockedStep = stepId
  openGate(turn, {
    id: ['blocker', id, phase.attempt, ...(stepId === undefined ? [] : [stepId])].join(':'),
    kind: 'blocker',
    blocker,
    phaseIds: [id],
    question: message,
    details,
    suggestions: phase.commit === undefined ? [] : [`git show ${shortId(phase.commit)}`],
    choices: choicesOf(blocked),
  })
}

/** A failure as lines for people. */
const failureDetails = ({ command, exitCode, output }: Failure): string[] => [
  ...(command === undefined ? [] : [`ran: ${command}`]),
  ...(exitCode === undefined ? [] : [`exit code: ${exitCode ?? 'none, a signal ended it'}`]),
  ...(output ? output.split('\n') : []),
]
