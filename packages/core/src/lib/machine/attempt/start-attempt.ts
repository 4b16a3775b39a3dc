import { mayContinue } from '../waiting/may-continue.ts'
import type { KnownSession } from '../../policy/dispatch/known-session.ts'
import { isInterruption } from '../../policy/failure/is-interruption.ts'
import { noteInterruption } from '../waiting/interrupt-attempt.ts'
import { forgetCancelled, returnToStep } from '../waiting/return-to-step.ts'
import { forgetUnsaved, workWithoutUnsaved } from '../waiting/forget-unsaved.ts'
import { addressOf } from '../state/address-of.ts'
import { planUnits } from '../../policy/dispatch/plan-units.ts'
import { completeParts } from '../progress/take-claim.ts'
import { endAttempt, endByUnitResult } from './end-attempt.ts'
import { park } from './park.ts'
import type { InputOf } from '../state/input/input.ts'
import { askAboutSkips, isEmptied } from './ask-about-skips.ts'
import { isByAgent, resetParts } from '../progress/reset-parts.ts'
import { askUnitCheckpoint } from './reach-checkpoint.ts'
import { finishUnits, verifyAttempt } from './finish-units.ts'
import { beginIntegration } from './begin-integration.ts'
import { moveTo } from '../state/move-to.ts'
import { passVerification } from './take-review.ts'
import { createAttempt, type Work } from '../state/attempt.ts'
import { dropFix, type PhaseState } from '../state/phase-state.ts'
import { emit, type Turn } from '../state/turn.ts'
import { startBatch } from '../progress/start-batch.ts'
import { wakeForPhase } from '../waiting/take-usage.ts'
import { noteRepository } from '../state/note-repository.ts'
import { endPause, findPause } from '../waiting/back-off.ts'

/** Starts a new attempt: on the run's head, or on the last attempt's work if the rules keep it. */
export const startAttempt = (turn: Turn, phase: PhaseState): void => {
  const { state } = turn
  if (!phase.emptyAccepted && isEmptied(state, phase)) return askAboutSkips(turn, phase)
  const { id, title, meta } = phase.planned
  const { trust, units, parallelSubtasks } = state.settings
  // If a person is asked after each unit, units are as small as possible.
  const rules =
    trust === 'paranoid' ? ({ units: 'step', parallelSubtasks: false } as const) : { units, parallelSubtasks }
  const last = phase.keeps && phase.attempt.work ? phase.attempt : undefined
  phase.keeps = false
  phase.effort.tries++
  phase.lockedBy = undefined
  // The tree that nobody approved gives its place to the new one.
  const refused = phase.attempt.findings && phase.attempt.slot
  phase.attempt = createAttempt(
    {
      number: Math.max(phase.attempt.number, phase.attemptsFound) + 1,
      base: state.head,
      afterNothing: phase.attempt.work?.files.length === 0,
      units: planUnits(phase.planned, {
        ...rules,
        byAgent: isByAgent(state, phase),
        explicit: state.explicit,
      }),
    },
    last,
  )
  resetParts(state, phase, last !== undefined)
  phase.startedAt ??= turn.at
  occupy(turn, phase)
  const { number: attempt, base, work } = phase.attempt
  emit(turn, 'phase_started', { phaseId: id, title, attempt, base, ...(meta && { meta }) })
  turn.effects.push({
    type: 'open_workspace',
    ...addressOf(phase),
    base,
    ...(work && { from: work.commit }),
    ...(refused !== undefined && { slot: refused }),
  })
}

/** Continues an attempt from its last private commit. */
export const continueAttempt = (turn: Turn, phase: PhaseState): void => {
  const { id } = phase
  forgetCancelled(phase)
  occupy(turn, phase)
  const { base, found, slot, rescue, unsaved } = phase.attempt
  // If nothing can be rescued, the attempt continues from what is committed.
  const from = found ?? workWithoutUnsaved(phase.attempt, unsaved)?.commit ?? base
  emit(turn, 'phase_continued', { phaseId: id, attempt: phase.attempt.number })
  turn.effects.push({
    type: 'open_workspace',
    ...addressOf(phase),
    base,
    from,
    ...(slot !== undefined && { slot }),
    ...(rescue && slot !== undefined && { rescue }),
  })
}

const occupy = (turn: Turn, phase: PhaseState): void => {
  startBatch(turn, phase)
  phase.dispatches++
  phase.place = { workspace: false, budgetWake: undefined }
  moveTo(turn.state, phase, 'running')
  turn.state.schedule.active.add(phase.index)
  wakeForPhase(turn, phase)
}

/** Continues the attempt where it stopped: its workspace is open. */
export const takeWorkspace = (
  turn: Turn,
  phase: PhaseState,
  { slot, rescued, repository }: InputOf<'workspace_opened'>,
): void => {
  const { attempt } = phase
  if (phase.place) Object.assign(phase.place, { workspace: true, ...noteRepository(turn.state, repository) })
  if (rescued) {
    attempt.work = rescued
    attempt.unsaved = undefined
    returnToStep(phase)
  } else if (attempt.rescue) forgetUnsaved(phase)
  Object.assign(attempt, { slot, rescue: false })
  if (rescued) attempt.found = undefined
  // A person has approved what kept the work of a unit from being committed.
  const isApproved = rescued !== undefined && attempt.findings !== undefined
  attempt.findings = undefined
  if (phase.resumeAt !== 'unit' || isApproved) attempt.interruption = undefined
  const goesOn = phase.resumeAt
  phase.resumeAt = undefined
  const { touched } = attempt
  attempt.touched = undefined
  if (touched && attempt.unitResult?.outcome === 'completed') return askAboutTouched(turn, phase, touched)
  if (isApproved && attempt.unitResult?.outcome === 'completed') {
    noteCommit(turn, phase, rescued)
    goToNextUnit(turn, phase)
  } else if (goesOn === 'integration') beginIntegration(turn, phase)
  else if (goesOn === 'review') passVerification(turn, phase)
  else if (goesOn === 'verification') verifyAttempt(turn, phase)
  else startUnit(turn, phase)
}

/** Starts the next unit. If its provider accepts no sessions, the phase gives its place to others instead. */
const startUnit = (turn: Turn, phase: PhaseState): void => {
  const { id } = phase
  const pause = findPause(turn, phase)
  if (pause) {
    park(turn, phase)
    emit(turn, 'phase_paused', { phaseId: id, attempt: phase.attempt.number, ...pause })
    moveTo(turn.state, phase, 'ready')
    phase.resumeAt = 'unit'
    turn.state.schedule.resuming.push(phase.index)
    return
  }
  const unit = phase.attempt.units[phase.attempt.unitIndex]!
  Object.assign(phase.attempt, { unitResult: undefined, beforeStep: undefined })
  turn.effects.push({ type: 'run_unit', ...addressOf(phase), unit })
}

/** Takes the result of a unit. Its work is committed first, however it ended, so that nothing is lost. */
export const takeUnitResult = (
  turn: Turn,
  phase: PhaseState,
  { unit, result }: InputOf<'unit_finished'>,
): void => {
  const { id } = phase
  Object.assign(phase.attempt, { unitResult: result, interruption: undefined })
  const sessions = Object.entries(result.sessions ?? {})
  for (const [key, sessionId] of sessions) noteSession(phase, key, { id: sessionId })
  if (result.outcome === 'completed') {
    dropFix(phase)
    if (sessions.length > 0) endPause(turn, result.provider)
    Object.assign(phase.attempt, { idleStops: 0, lostSessions: 0 })
    Object.assign(phase.effort, { waits: 0, waitedMs: 0, reports: 0 })
    phase.attempt.alreadyDone = result.alreadyDone === true
    for (const [key, text] of Object.entries(result.said ?? {})) phase.attempt.said.set(key, text)
    // A later report of a session counts alone.
    for (const name of ['claimed', 'concerns'] as const) {
      for (const [key] of sessions) phase.attempt[name]?.delete(key)
      for (const [key, list] of Object.entries(result[name] ?? {}))
        phase.attempt[name] = (phase.attempt[name] ?? new Map<string, string[]>()).set(key, list)
    }
    if (unit.kind === 'phase') completeParts(turn, phase)
    emit(turn, 'unit_completed', { phaseId: id, attempt: phase.attempt.number, unit })
  }
  turn.effects.push({ type: 'commit_attempt', ...addressOf(phase) })
}

/** Records a session of a unit. The most recent one is the last in the map. */
export const noteSession = (phase: PhaseState, key: string, session: KnownSession): void => {
  const known = phase.sessions.get(key)
  phase.sessions.delete(key)
  phase.sessions.set(key, known?.id === session.id ? { ...known, ...session } : session)
}

/**
 * Takes a commit of the attempt, and goes to the next unit, to the verification, or to where the unit's
 * result leads.
 */
export const takeCommit = (turn: Turn, phase: PhaseState, input: InputOf<'attempt_committed'>): void => {
  noteCommit(turn, phase, input)
  if (phase.attempt.unitResult?.outcome !== 'completed') return endByUnitResult(turn, phase)
  if (input.touched) {
    phase.attempt.unitIndex++
    return askAboutTouched(turn, phase, input.touched)
  }
  goToNextUnit(turn, phase)
}

const goToNextUnit = (turn: Turn, phase: PhaseState): void => {
  phase.attempt.unitIndex++
  if (phase.attempt.unitIndex >= phase.attempt.units.length) finishUnits(turn, phase)
  else if (turn.state.settings.trust === 'paranoid') askUnitCheckpoint(turn, phase)
  else startUnit(turn, phase)
}

/**
 * The user's files are restored. Only a person can decide whether the phase is right without its edits to
 * them.
 */
const askAboutTouched = (turn: Turn, phase: PhaseState, touched: string[]): void =>
  endAttempt(turn, phase, {
    action: 'block',
    blocker: 'user_changes',
    message: `Phase ${phase.id} touched files with your uncommitted changes: ${touched.join(', ')}. Continue without its edits to them?`,
    details: touched.map((path) => `restored to your version: ${path}`),
  })

/** Records the attempt's commit. */
export const noteCommit = (
  turn: Turn,
  phase: PhaseState,
  { commit, tree, files, unresolved, absent, ignored }: Work & { unresolved?: string[] },
): void => {
  const work = { commit, tree, files, ...(absent && { absent }), ...(ignored && { ignored }) }
  Object.assign(phase.attempt, { work, found: undefined, verified: false, unresolved })
  phase.attempt.unsaved = undefined
  emit(turn, 'commit_created', { phaseId: phase.id, attempt: phase.attempt.number, commit, files })
}

/**
 * Asks about a change that must not be committed, unless the unit failed anyway. If it was interrupted, or a
 * person may approve the change, its tree is kept, because no commit contains it.
 */
export const takeCommitRefusal = (turn: Turn, phase: PhaseState, input: InputOf<'attempt_refused'>): void => {
  const { unitResult: result } = phase.attempt
  const { blocker, message, details, findings } = input
  const failure = result?.outcome === 'failed' ? result.failure : undefined
  const interrupted =
    failure && (isInterruption(failure) || mayContinue(phase, failure)) ? failure : undefined
  const isKept = blocker === 'secret_in_change' || blocker === 'path_refused'
  if (isKept && (interrupted || phase.attempt.rescue)) {
    noteInterruption(phase, interrupted ?? { class: 'interrupted', message })
    phase.attempt.rescue = true
  } else if (failure) return endByUnitResult(turn, phase)
  if (findings) Object.assign(phase.attempt, { findings, rescue: phase.attempt.slot !== undefined })
  endAttempt(turn, phase, { action: 'block', blocker, message, details, ...(findings && { findings }) })
}
