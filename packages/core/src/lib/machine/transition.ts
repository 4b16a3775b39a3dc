import { releaseLock } from './waiting/release-lock.ts'
import { isRecording } from './state/recording.ts'
import { mostOwnEvents } from '../contract/tool/own-event.ts'
import { AmeliaError } from '../error/amelia-error.ts'
import { noteChanges } from './whole/ask-about-repository.ts'
import { admitPhases } from './whole/admit-phases.ts'
import { answerGate } from './whole/answer-gate.ts'
import { askForHead, beginRun, headMade, resumeRun } from './whole/begin-run.ts'
import * as closing from './whole/close-run.ts'
import { endAttempt } from './attempt/end-attempt.ts'
import type { Effect } from './state/effect.ts'
import { endInterrupted } from './whole/end-interrupted.ts'
import { waitForLock } from './whole/wait-for-lock.ts'
import type { Input, InputOf } from './state/input/input.ts'
import * as integrate from './attempt/begin-integration.ts'
import { leavesLocks, takeRecord } from './whole/take-record.ts'
import { recordPart } from './progress/record-part.ts'
import { takeClaim } from './progress/take-claim.ts'
import { takeCheckpointDecision } from './attempt/reach-checkpoint.ts'
import { retryFailed, unskip } from './attempt/retry-phase.ts'
import { noteVerdict } from './attempt/note-verdict.ts'
import { takeReview } from './attempt/take-review.ts'
import { wakeToReview } from './whole/review-run.ts'
import { endBatches } from './progress/start-batch.ts'
import type { PhaseState } from './state/phase-state.ts'
import type { RunState } from './state/run-state.ts'
import { finishTurn } from './whole/finish-turn.ts'
import { spendTime, takeUsage, wakeToBudget } from './waiting/take-usage.ts'
import { dropGuidance, giveGuidance, steerPhase, takeSteered } from './progress/steer-phase.ts'
import { stopPhase } from './attempt/stop-phase.ts'
import { endSoon, stopRun, takeRevert } from './whole/stop-run.ts'
import { emit, type MachineEvent, type Turn } from './state/turn.ts'
import {
  noteSession,
  takeCommit,
  takeCommitRefusal,
  takeUnitResult,
  takeWorkspace,
} from './attempt/start-attempt.ts'
import { takeVerification } from './attempt/take-verification.ts'
import { adoptClock, wakeUp } from './waiting/back-off.ts'

/** The result of an input. */
export interface Transition {
  /** Events for subscribers, in order. */
  events: MachineEvent[]
  /** Actions for the loop, in order. */
  effects: Effect[]
}

/**
 * Decides what to do next: applies an input to the state, in place, and returns events and effects.
 *
 * Invariants, each held after every call:
 *
 * - M1 The same inputs from the same start give the same state, events and effects: no clock, chance or
 *   waiting.
 * - M2 A phase starts only when each of its dependencies is completed or external.
 * - M3 At most `settings.concurrency` phases are active, and a phase that waits for a person is not active.
 * - M4 A phase is completed only after the references of its commit were confirmed to have moved.
 * - M5 At most one phase is being integrated.
 * - M6 A terminal phase stays as it is; only `run_resumed` and an answer of a person open one again.
 * - M7 A blocked phase has a failed or cancelled ancestor, a skipped one a reason or a skipped ancestor.
 * - M8 Events are numbered without gaps, and none follows `run_ended` but for a resume.
 * - M9 An input of a dispatch that has ended changes nothing.
 */
export const transition = (state: RunState, input: Input): Transition => {
  const { at, retry } = input
  const turn: Turn = { state, at, events: [], effects: [], ...(retry && { retry }) }
  if (input.type === 'run_resumed') adoptClock(turn)
  spendTime(turn, input.type === 'run_resumed')
  apply(turn, input)
  endBatches(turn)
  admitPhases(turn)
  endBatches(turn)
  dropGuidance(turn)
  finishTurn(turn)
  return { events: turn.events, effects: turn.effects }
}

const apply = (turn: Turn, input: Input): void => {
  if (turn.state.endedAt !== undefined && input.type !== 'run_resumed') return // M8
  switch (input.type) {
    case 'run_started':
      return beginRun(turn, input)
    case 'run_resumed':
      return resumeRun(turn, input)
    case 'woken':
      wakeUp(turn, input.until)
      wakeToReview(turn, input.until)
      return wakeToBudget(turn, input.until)
    case 'run_prepared':
      return turn.state.prepared ? undefined : askForHead(turn, input.head, input.statement)
    case 'retry_requested':
      return retryFailed(turn, phaseOf(turn, input.phaseId))
    case 'unskip_requested':
      return unskip(turn, input.id)
    case 'run_verified':
      return closing.takeRunVerification(turn, input)
    case 'run_reviewed':
      return closing.takeRunReview(turn, input)
    case 'reviewer_answered':
      return noteVerdict(turn, input)
    case 'run_reverted':
      return takeRevert(turn, input)
    case 'phase_cancel_requested':
      return stopPhase(turn, phaseOf(turn, input.phaseId), input.stepId)
    case 'steer_requested':
      return steerPhase(turn, input)
    case 'steer_given':
      return giveGuidance(turn, input)
    case 'steer_answered':
      return takeSteered(turn, input)
    case 'session_used':
      return takeUsage(turn, input)
    case 'run_composed':
      return isRecording(turn.state) ? takeRecord(turn, input) : closing.takeClosing(turn, input)
    case 'checkout_applied':
      return closing.takeCheckout(turn, input)
    case 'closing_failed':
      return isRecording(turn.state) ? takeRecord(turn, input) : closing.failClosing(turn, input)
    case 'drain_requested':
    case 'cancel_requested':
    case 'parked':
      return stopRun(turn, input.type)
    case 'gate_answered':
      return answerGate(turn, input)
    case 'refs_moved':
      if (input.phaseId !== undefined) return integrate.takeMove(turn, phaseOf(turn, input.phaseId))
      if (isRecording(turn.state)) return takeRecord(turn, input)
      return turn.state.prepared ? closing.takeClosingMove(turn) : headMade(turn)
    case 'refs_refused':
      return takeRefusal(turn, input)
    case 'git_locked':
      return leavesLocks(turn.state) ? takeRecord(turn, input) : waitForLock(turn, input)
    case 'locks_gone':
      return releaseLock(turn, input.gateId)
    case 'subtask_started':
    case 'step_started':
    case 'step_finished':
    case 'subtask_finished':
      return recordPart(turn, phaseOf(turn, input.phaseId), input)
    case 'subtask_claimed':
      return takeClaim(turn, phaseOf(turn, input.phaseId), input)
    case 'checkpoint_decided':
      return takeCheckpointDecision(turn, phaseOf(turn, input.phaseId), input)
    case 'call_abandoned':
      return takeAbandoned(turn, input)
    case 'plugin_event':
      return noteOwnEvent(turn, input)
    case 'repository_moved':
      return noteChanges(turn, input)
    case 'files_restored':
      return noteRestored(turn, phaseOf(turn, input.phaseId), input)
    default:
      return applyToAttempt(turn, input)
  }
}

/** Inputs that answer an effect of an active attempt. */
const applyToAttempt = (
  turn: Turn,
  input: Exclude<Extract<Input, { attempt: number }>, { type: 'checkpoint_decided' }>,
): void => {
  const phase = phaseOf(turn, input.phaseId)
  if (phase.dispatches !== input.dispatch || !phase.place) return // M9
  if ((turn.state.stopping || phase.attempt.stopped) && !phase.intent)
    return endInterrupted(turn, phase, input)
  switch (input.type) {
    case 'workspace_opened':
      return takeWorkspace(turn, phase, input)
    case 'session_started':
      return noteSession(phase, input.key, input.session)
    case 'unit_finished':
      return takeUnitResult(turn, phase, input)
    case 'attempt_committed':
      return takeCommit(turn, phase, input)
    case 'attempt_refused':
      return takeCommitRefusal(turn, phase, input)
    case 'verified':
      return takeVerification(turn, phase, input)
    case 'reviewed':
      return takeReview(turn, phase, input)
    case 'hooks_finished':
      return integrate.takeHooks(turn, phase, input)
    case 'merged':
      return integrate.takeMerged(turn, phase, input)
    case 'merge_conflicted':
      return integrate.takeConflict(turn, phase, input)
    case 'composed':
      return integrate.takeComposed(turn, phase, input)
    case 'move_prepared':
      return integrate.takeIntent(turn, phase, input)
    case 'target_adopted':
      return integrate.adoptTarget(turn, phase, input.commit)
    case 'target_rewritten':
      return integrate.takeRewrite(turn, phase, input)
    case 'effect_failed':
      return endAttempt(turn, phase, { action: 'failed', failure: input.failure })
  }
}

/** Aborts a run whose own head reference exists already: someone else created it. */
const takeRefusal = (turn: Turn, input: InputOf<'refs_refused'>): void => {
  if (input.phaseId !== undefined) return integrate.takeRefusal(turn, phaseOf(turn, input.phaseId), input)
  if (isRecording(turn.state)) return takeRecord(turn, input)
  if (turn.state.ending.closing) return closing.refuseClosing(turn, input.refs)
  endSoon(turn, 'aborted')
}

/** Keeps the changes of the run's own files for the summary and the report: the last one of each file. */
const noteRestored = (turn: Turn, phase: PhaseState, { files, more }: InputOf<'files_restored'>): void => {
  for (const file of files)
    if (!file.ticks || !phase.restored.has(file.path)) phase.restored.set(file.path, file)
  const { number: attempt } = phase.attempt
  emit(turn, 'files_restored', { phaseId: phase.id, attempt, files, ...(more !== undefined && { more }) })
}

/**
 * Reports a call that ignored its signal. While it may write to the user's checkout, no phase starts there.
 */
const takeAbandoned = (turn: Turn, { phaseId, who, inPlace }: InputOf<'call_abandoned'>): void => {
  emit(turn, 'call_abandoned', {
    ...(phaseId !== undefined && { phaseId }),
    who,
    ...(inPlace && { inPlace }),
  })
  if (!inPlace) return
  turn.state.checkoutInUse = true
  stopRun(turn, 'drain_requested')
}

/** Emits an event of a plugin, while the journal has room for those. */
const noteOwnEvent = (turn: Turn, { phaseId, who, name, data }: InputOf<'plugin_event'>): void => {
  const { ownEvents = 0 } = turn.state
  if (ownEvents >= mostOwnEvents) return
  turn.state.ownEvents = ownEvents + 1
  const of = { ...(phaseId !== undefined && { phaseId }), ...(data !== undefined && { data }) }
  emit(turn, 'plugin_event', { ...of, who, name })
}

const phaseOf = (turn: Turn, phaseId: string): PhaseState => {
  const phase = turn.state.phases[turn.state.graph.index.get(phaseId) ?? -1]
  if (!phase)
    throw new AmeliaError('INTERNAL', `An input names phase "${phaseId}", which the plan does not have.`, {
      where: 'transition',
    })
  return phase
}
