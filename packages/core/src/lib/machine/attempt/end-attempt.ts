import { mayContinue, sessionKeys } from '../waiting/may-continue.ts'
import { whereItStands } from '../../policy/dispatch/where-it-stands.ts'
import { interruptAttempt, noteInterruption } from '../waiting/interrupt-attempt.ts'
import { isInterruption } from '../../policy/failure/is-interruption.ts'
import { failParts } from '../progress/take-claim.ts'
import { suggestionsOf } from '../../policy/failure/suggestions-of.ts'
import { failureKey } from '../../policy/failure/failure-key.ts'
import { decideFailure } from '../../policy/failure/decide-failure.ts'
import { listSuggestions } from './question/list-suggestions.ts'
import { describeBlock, redQuestion } from './question/describe-block.ts'
import { type Block, listChoices } from './question/list-choices.ts'
import type { Failure } from '../../contract/failure.ts'
import { failPhase } from './close-phase.ts'
import type { GateView } from '../../event/gate-view.ts'
import { listParts } from '../state/list-parts.ts'
import { moveTo } from '../state/move-to.ts'
import { park } from './park.ts'
import { openGate, unusedGateId } from '../state/open-gate.ts'
import { maxReportRounds, roundAfter } from '../../policy/failure/round-after.ts'
import type { RoundCause } from '../../contract/round-cause.ts'
import { emitRound, type RoundStart, startRound } from './round/start-round.ts'
import { dropFix, type PhaseState } from '../state/phase-state.ts'
import { emit, type Turn } from '../state/turn.ts'
import { waitForBudget } from '../waiting/take-usage.ts'
import { backOff, mayPass, mayWait, passOn, pauseProvider, providerOf } from '../waiting/back-off.ts'

/** The ends of an attempt that is not integrated. */
export type AttemptEnd =
  | { action: 'interrupt' }
  | { action: 'failed'; failure: Failure }
  | ({ action: 'block' } & Block)

/** Ends the attempt and decides what follows: another one, a question, or the phase's failure. */
export const endAttempt = (turn: Turn, phase: PhaseState, end: AttemptEnd): void => {
  park(turn, phase)
  switch (end.action) {
    case 'interrupt':
      moveTo(turn.state, phase, 'cancelled')
      emit(turn, 'phase_cancelled', { phaseId: phase.id })
      return
    case 'failed':
      return decide(turn, phase, end.failure)
    case 'block':
      if (end.interruption) noteInterruption(phase, end.interruption)
      return block(turn, phase, end)
  }
}

/** Ends the attempt as its last unit ended. */
export const endByUnitResult = (turn: Turn, phase: PhaseState): void => {
  const result = phase.attempt.unitResult
  if (result?.outcome === 'failed')
    return endAttempt(turn, phase, { action: 'failed', failure: result.failure })
  if (result?.outcome !== 'blocked') return
  dropFix(phase, result.stepId)
  endAttempt(turn, phase, { action: 'block', ...result })
}

/** Starts another attempt by the retry rules. */
const retry = (turn: Turn, phase: PhaseState, failure: Failure): void => {
  const { maxAttempts, workspace } = turn.state.settings.retry
  const { id: phaseId, attempt, effort } = phase
  emit(turn, 'phase_retry', { phaseId, attempt: attempt.number, tries: effort.tries, maxAttempts, failure })
  queueAttempt(turn, phase, workspace === 'keep')
}

const queueAttempt = (turn: Turn, phase: PhaseState, keeps: boolean): void => {
  const { work, collided } = phase.attempt
  moveTo(turn.state, phase, 'retrying')
  phase.keeps = keeps && work !== undefined && !collided
  phase.effort.afterSiblings = turn.state.settings.retry.when === 'siblings'
  phase.resumeAt = undefined
  turn.state.schedule.resuming.push(phase.index)
}

/**
 * Decides what follows a failure: another attempt, now or later, another round of this one, a question, or
 * the phase's end.
 */
export const decide = (turn: Turn, phase: PhaseState, failure: Failure): void => {
  if (failure.class === 'budget_exceeded' && waitForBudget(turn, phase, failure)) return
  const { effort, attempt } = phase
  const { tries, shortened } = effort
  const { retry: rules, trust } = turn.state.settings
  const round = roundAfter(failure, attempt)
  const kind = round ?? 'attempt'
  const before = effort.last.get(kind)
  const rounds = round && countRound(turn, phase, round)
  const decision = decideFailure({
    failure,
    ...(before && { last: before.failure }),
    tries,
    ...(rounds && { rounds }),
    isAttended: trust !== 'autonomous' || turn.state.attended === true,
    retry: rules,
    mayWait: mayWait(turn, phase, failure),
    mayContinue: mayContinue(phase, failure),
    mayPassOn: mayPass(turn, phase, failure),
    shortened,
    ...(turn.retry && { given: turn.retry }),
  })
  if (decision.action === 'wait') return backOff(turn, phase, failure)
  if (decision.action === 'pause') return pauseProvider(turn, phase, failure)
  if (decision.action === 'pass-on') return passOn(turn, phase, failure)
  if (decision.action === 'continue') return continueAtOnce(turn, phase, failure)
  if (decision.action === 'block' && isInterruption(failure)) noteInterruption(phase, failure)
  else {
    phase.failures.push(failure)
    effort.last.set(kind, { failure, where: round ? `round ${attempt.round}` : `attempt ${attempt.number}` })
    dropFix(phase, failure.stepId)
    failParts(turn, phase, failure)
  }
  const red =
    decision.action === 'fail' || decision.action === 'block'
      ? redQuestion(turn.state, phase, failure)
      : undefined
  if (red) return block(turn, phase, red)
  switch (decision.action) {
    case 'shorten':
      phase.effort.shortened = true
      retry(turn, phase, failure)
      phase.effort.tries--
      return
    case 'retry':
      return retry(turn, phase, failure)
    case 'round':
      return startRoundOr(turn, phase, failure, {
        cause: round!,
        limit: rounds && { count: rounds.used + 1, rounds: rounds.limit },
      })
    case 'fail':
      return failPhase(turn, phase, failure)
    case 'block':
      if (round === 'partial' || round === 'report') attempt.keptAt = 'report'
      return block(turn, phase, {
        blocker: decision.blocker,
        ...describeBlock(turn, phase, failure, decision.blocker === 'repeated_failure' ? before : undefined),
        suggestions: suggestionsOf(failure),
        ...(failure.stepId === undefined ? causeOf(turn, phase, failure) : { stepId: failure.stepId }),
      })
  }
}

const continueAtOnce = (turn: Turn, phase: PhaseState, failure: Failure): void => {
  if (failure.class === 'hung') phase.attempt.idleStops++
  else {
    phase.attempt.lostSessions++
    for (const key of sessionKeys(phase.attempt)) phase.sessions.delete(key)
  }
  interruptAttempt(turn, phase, failure)
  emit(turn, 'phase_delayed', { phaseId: phase.id, attempt: phase.attempt.number, waitMs: 0, failure })
}

/** Counts a round of this kind, and its limit. */
const countRound = (
  { state: { settings } }: Turn,
  { effort }: PhaseState,
  cause: RoundCause,
): { used: number; limit: number } =>
  cause === 'review'
    ? { used: effort.reviewRounds, limit: settings.retry.maxReviewRounds }
    : { used: ++effort.reports, limit: maxReportRounds }

/**
 * Starts another round of the attempt. Without a session, its steps are executed once more on its work, which
 * uses no attempt either.
 */
export const startRoundOr = (
  turn: Turn,
  phase: PhaseState,
  failure: Failure,
  kind: Omit<RoundStart, 'details'>,
): void => {
  const details = [failure.message, ...(failure.output ?? '').split('\n')].filter((line) => line !== '')
  const start = { ...kind, details }
  if (startRound(turn, phase, start)) return
  phase.effort.tries--
  startOnWork(turn, phase, start)
}

/** Starts another attempt on the work of the last one, which has not failed. */
export const startOnWork = (turn: Turn, phase: PhaseState, start: RoundStart): void => {
  emitRound(turn, phase, phase.attempt.round + 1, start)
  queueAttempt(turn, phase, true)
}

/**
 * Returns the cause that phases share with one question: an expired login, or something that the machine or
 * the set-up lacks.
 */
export const causeOf = (
  turn: Turn,
  { attempt: { keptAt } }: PhaseState,
  failure: Failure,
): { cause?: string } => {
  // Reviews have their own answers.
  const during = keptAt === 'review' ? 'review' : 'work'
  if (failure.class === 'auth') return { cause: `auth of ${providerOf(turn, failure)}, ${during}` }
  if (failure.class !== 'environment') return {}
  const text = failure.output ?? ''
  // Warnings may precede git's error.
  const [output = ''] = /^(?:fatal|error): .*/m.exec(text) ?? /\S.*/.exec(text) ?? []
  return { cause: `${failureKey({ ...failure, output })}, ${during}` }
}

/** Asks a person about a phase that cannot continue. */
export const block = (turn: Turn, phase: PhaseState, blocked: Block): void => {
  const { id } = phase
  const { blocker, message, details, stepId, cause, retries, exhausted } = blocked
  if (phase.attempt.interruption) phase.resumeAt ??= whereItStands(phase.attempt)
  const asked = [...turn.state.gates.values()].find((gate) => cause !== undefined && gate.cause === cause)
  if (asked) return joinGate(turn, phase, asked)
  moveTo(turn.state, phase, 'waiting')
  emit(turn, 'phase_waiting', { phaseId: id, attempt: phase.attempt.number, for: 'blocker' })
  phase.attempt.blockedStep = stepId
  const choices = listChoices(blocked, phase)
  openGate(turn, {
    id: unusedGateId(
      turn.state,
      `blocker:${id}:${phase.attempt.number}${stepId === undefined ? '' : `:${stepId}`}`,
    ),
    kind: 'blocker',
    blocker,
    ...(cause === undefined ? {} : { cause }),
    ...(retries && { retries }),
    ...(exhausted && { exhausted }),
    phaseIds: [id],
    question: message,
    details: [...details, ...listParts(phase).fallbacks],
    suggestions: listSuggestions(turn.state, phase, blocked, choices),
    choices,
  })
}

/** Joins a phase to an open gate with the same question: its answer counts for this phase too. */
const joinGate = (turn: Turn, phase: PhaseState, gate: GateView): void => {
  moveTo(turn.state, phase, 'waiting')
  emit(turn, 'phase_waiting', { phaseId: phase.id, attempt: phase.attempt.number, for: 'blocker' })
  phase.attempt.blockedStep = undefined
  // The event that opened the gate keeps the phases that it had.
  turn.state.gates.set(gate.id, { ...gate, phaseIds: [...gate.phaseIds, phase.id] })
}
