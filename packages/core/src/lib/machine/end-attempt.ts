import type { BlockerType } from '../policy/blocker-type.ts'
import { decideFailure } from '../policy/decide-failure.ts'
import type { Failure } from '../policy/failure.ts'
import { failPhase } from './close-phase.ts'
import { forgetUnsaved } from './forget-unsaved.ts'
import type { GateChoice } from './gate.ts'
import { leaveIntegration } from './integration-queue.ts'
import { moveTo } from './move-to.ts'
import { openGate } from './open-gate.ts'
import type { PhaseState } from './phase-state.ts'
import { refNames } from './ref-names.ts'
import { shortId } from './short-id.ts'
import { emit, type Turn } from './turn.ts'
import { holdForBudget } from './spend.ts'
import { backOff, mayWait, pauseProvider } from './wait-for.ts'

/** How an attempt ends that is not integrated. */
export type AttemptEnd =
  | { action: 'interrupt' }
  | { action: 'failed'; failure: Failure }
  | ({ action: 'block' } & Block)

/** Gives the slot and the workspace back. */
export const park = (turn: Turn, phase: PhaseState): void => {
  forgetUnsaved(phase)
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

/** Tries again, as the rules for another attempt say. What collided with the run's head begins anew there. */
export const retry = (
  turn: Turn,
  phase: PhaseState,
  failure: Failure,
  { anew = false }: { anew?: boolean } = {},
): void => {
  const { maxAttempts, workspace, when } = turn.state.settings.retry
  emit(turn, 'phase_retry', { phaseId: phase.phase.id, attempt: phase.attempt, maxAttempts, failure })
  moveTo(turn.state, phase, 'retrying')
  const stale = anew || failure.class === 'merge_conflict'
  phase.keeps = workspace === 'keep' && phase.commit !== undefined && !stale
  phase.afterSiblings = when === 'siblings'
  phase.resumeAt = undefined
  turn.state.resuming.push(phase.index)
}

/**
 * What follows a failure: another attempt, now or later, a question, or the phase's end.
 *
 * `rejections`: reviewers refuse the attempt, and these are their earlier refusals since a person last started the phase. A green
 * attempt that they refuse is none of the failed ones; whatever else calls itself so is.
 */
export const decide = (
  turn: Turn,
  phase: PhaseState,
  failure: Failure,
  { rejections }: { rejections?: readonly Failure[] } = {},
): void => {
  if (failure.class === 'budget_exceeded' && holdForBudget(turn, phase, failure)) return
  const { tries, shortened, failures, reviewRounds } = phase
  const earlier = rejections ?? lastOf(failures, tries - 1)
  const { retry: rules } = turn.state.settings
  const waits = mayWait(turn, phase, failure)
  const decision = decideFailure({
    failure,
    earlier,
    tries,
    ...(rejections && { reviewRounds }),
    retry: rules,
    mayWait: waits,
    shortened,
  })
  if (decision.action === 'wait') return backOff(turn, phase, failure)
  if (decision.action === 'pause') return pauseProvider(turn, phase, failure)
  phase.failures.push(failure)
  switch (decision.action) {
    case 'shorten':
      phase.shortened = true
      phase.tries--
      return retry(turn, phase, failure)
    case 'retry':
      return retry(turn, phase, failure)
    case 'fail':
      return failPhase(turn, phase, failure)
    case 'block':
      return block(turn, phase, {
        blocker: decision.blocker,
        message: failure.message,
        details: failureDetails(failure),
        ...(failure.stepId === undefined ? {} : { stepId: failure.stepId }),
      })
  }
}

const lastOf = <Item>(items: readonly Item[], count: number): Item[] => (count > 0 ? items.slice(-count) : [])

interface Block {
  blocker: BlockerType
  message: string
  details: string[]
  stepId?: string
  /** Whether a person may go on in spite of it. */
  passable?: boolean
}

/**
 * What a person can say to each blocker: a step can be let through or taken as done by hand, everything but a question of
 * judgment can be tried again, and where an agent only looked a person can go on in spite of what it saw. `skip` is for the step where
 * there is one, else for the phase.
 */
const choicesOf = ({ blocker, stepId, passable = false }: Block, { heldAt }: PhaseState): GateChoice[] => {
  const stop: GateChoice[] = ['skip', 'abort', 'abort-revert']
  if (blocker === 'needs_judgment' && stepId !== undefined) return ['accept', ...stop]
  if (blocker === 'dependency_skipped') return ['retry', 'accept', ...stop]
  const isReview = heldAt === 'review' && blocker !== 'repository_tampered'
  const acceptable =
    stepId !== undefined || isReview || blocker === 'evidence_changed' || blocker === 'user_changes'
  const more: GateChoice[] = [
    ...(acceptable ? (['accept'] as const) : []),
    ...(passable ? (['approve'] as const) : []),
  ]
  return ['retry', 'fix', ...more, ...stop]
}

/** Asks a person about a phase that cannot go on. */
export const block = (turn: Turn, phase: PhaseState, blocked: Block): void => {
  const { id } = phase.phase
  const { blocker, message, details, stepId } = blocked
  moveTo(turn.state, phase, 'waiting')
  emit(turn, 'phase_waiting', { phaseId: id, attempt: phase.attempt, for: 'blocker' })
  if (stepId === undefined) phase.blockedStep = undefined
  else phase.blockedStep = stepId
  openGate(turn, {
    id: gateId(turn, ['blocker', id, phase.attempt, ...(stepId === undefined ? [] : [stepId])].join(':')),
    kind: 'blocker',
    blocker,
    phaseIds: [id],
    question: message,
    details,
    suggestions: [
      ...(phase.commit === undefined ? [] : [`git show ${shortId(phase.commit)}`]),
      ...(stepId === undefined
        ? []
        : ['accept: the step is done; skip: leave out the step and what depends on it']),
      ...(blocker === 'user_changes' ? whatItHeld(turn, phase) : []),
      ...(blocked.passable ? ['approve: carry it out in spite of that'] : []),
      ...(blocker === 'dependency_skipped'
        ? ['retry: take the skip back first; accept: count the phase as done; skip: leave it out']
        : []),
    ],
    choices: choicesOf(blocked, phase),
  })
}

/** Where the phase's version of what was the user's is to be had. */
const whatItHeld = ({ state: { runId } }: Turn, { phase, attempt }: PhaseState): string[] => [
  `accept: commit the rest; what the phase made of yours: git show ${refNames(runId).left(phase.id, attempt)}`,
  'retry: commit or stash your own first, where the phase needs those files',
]

/** The same question asked again is another one: an answer to the first is not for it. */
const gateId = ({ state }: Turn, id: string): string => {
  let number = 1
  let unused = id
  while (state.answered.has(unused)) unused = `${id}:${++number}`
  return unused
}

/** A failure as lines for people. */
export const failureDetails = ({ command, exitCode, output, tried = [] }: Failure): string[] => [
  ...tried.map((line) => `tried: ${line}`),
  ...(command === undefined ? [] : [`ran: ${command}`]),
  ...(exitCode === undefined ? [] : [`exit code: ${exitCode ?? 'none, a signal ended it'}`]),
  ...(output ? output.split('\n') : []),
]
