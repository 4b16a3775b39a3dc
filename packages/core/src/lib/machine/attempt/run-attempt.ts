import type { CheckResult } from '../../contract/check-result.ts'
import type { Failure } from '../../contract/failure.ts'
import { didRun } from '../../policy/evidence/judge-exit.ts'
import { planUnits } from '../../policy/dispatch/plan-units.ts'
import { endAttempt, endByUnitResult, park } from './end-attempt.ts'
import type { InputOf } from '../state/input.ts'
import { askVerification } from './ask-verification.ts'
import { askAboutSkips, isEmptied } from './ask-about-skips.ts'
import { askUnitCheckpoint } from './checkpoint.ts'
import { beginIntegration, collide, prepareMove } from './integrate-phase.ts'
import { nameIntegratedSince } from '../state/name-integrated-since.ts'
import { moveTo } from '../state/move-to.ts'
import { passVerification } from './review-attempt.ts'
import { createAttempt, workOf } from '../state/attempt.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { RunState } from '../state/run-state.ts'
import { emit, type Turn } from '../state/turn.ts'
import { wakeForPhase } from '../waiting/spend.ts'
import { endPause, findPause } from '../waiting/wait-for.ts'

/** Begins a new attempt: on the run's head, or on what the last one left where the rules say so. */
export const startAttempt = (turn: Turn, phase: PhaseState): void => {
  const { state } = turn
  if (!phase.emptyAccepted && isEmptied(state, phase)) return askAboutSkips(turn, phase)
  const { id, title } = phase.planned
  const { trust, units, parallelSubtasks } = state.settings
  // Whoever wants to be asked after each unit gets the smallest ones.
  const rules =
    trust === 'paranoid' ? ({ units: 'step', parallelSubtasks: false } as const) : { units, parallelSubtasks }
  const last = phase.keeps && phase.attempt.work ? phase.attempt : undefined
  phase.keeps = false
  phase.effort.tries++
  phase.heldBy = undefined
  phase.attempt = createAttempt(
    {
      number: Math.max(phase.attempt.number, phase.attemptsFound) + 1,
      base: state.head,
      units: planUnits(phase.planned, { ...rules, explicit: state.explicit }),
    },
    last,
  )
  resetParts(state, phase, last !== undefined)
  phase.startedAt ??= turn.at
  hold(turn, phase)
  const { number: attempt, base, work } = phase.attempt
  emit(turn, 'phase_started', { phaseId: id, title, attempt, base })
  const tree = work === undefined ? {} : { from: work.commit }
  turn.effects.push({ type: 'open_workspace', phaseId: id, attempt, base, ...tree })
}

/** Steps are to be done again, but for those whose work is still there and those that are skipped. */
const resetParts = ({ skippedParts }: RunState, phase: PhaseState, kept: boolean): void => {
  for (const { id, steps } of phase.planned.subtasks) {
    const done = kept && steps.length > 0 && phase.subtaskStatus.get(id) === 'completed'
    if (skippedParts.subtasks.has(id)) phase.subtaskStatus.set(id, 'skipped')
    else if (!done) phase.subtaskStatus.delete(id)
    for (const step of steps) {
      if (skippedParts.steps.has(step.id)) phase.stepStatus.set(step.id, 'skipped')
      else if (!kept || phase.stepStatus.get(step.id) !== 'completed') phase.stepStatus.delete(step.id)
    }
  }
}

/** Takes an attempt up again from its last private commit. */
export const continueAttempt = (turn: Turn, phase: PhaseState): void => {
  const { id } = phase
  hold(turn, phase)
  const { base, work } = phase.attempt
  const from = work?.commit ?? base
  phase.attempt.partial = false
  emit(turn, 'phase_continued', { phaseId: id, attempt: phase.attempt.number })
  turn.effects.push({ type: 'open_workspace', phaseId: id, attempt: phase.attempt.number, base, from })
}

const hold = (turn: Turn, phase: PhaseState): void => {
  phase.place = { workspace: false, budgetWake: undefined }
  moveTo(turn.state, phase, 'running')
  turn.state.schedule.active.add(phase.index)
  wakeForPhase(turn, phase)
}

/** The workspace is there: the attempt goes on where it was. */
export const takeWorkspace = (turn: Turn, phase: PhaseState): void => {
  if (phase.place) phase.place.workspace = true
  const goesOn = phase.resumeAt
  phase.resumeAt = undefined
  if (goesOn === 'integration') beginIntegration(turn, phase)
  else if (goesOn === 'review') passVerification(turn, phase)
  else if (goesOn === 'verification') verifyAttempt(turn, phase)
  else startUnit(turn, phase)
}

/** The next unit, unless its provider takes no sessions for now: then the phase gives its slot to others. */
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
  phase.attempt.unitResult = undefined
  turn.effects.push({ type: 'run_unit', phaseId: id, attempt: phase.attempt.number, unit })
}

/** However a unit ended, what it left in the workspace is committed first, so that nothing is lost. */
export const takeUnitResult = (
  turn: Turn,
  phase: PhaseState,
  { unit, result }: InputOf<'unit_finished'>,
): void => {
  const { id } = phase
  phase.attempt.unitResult = result
  const sessions = Object.entries(result.sessions ?? {})
  for (const [key, session] of sessions) {
    // The last one is the last in the map.
    phase.sessions.delete(key)
    phase.sessions.set(key, session)
  }
  if (result.outcome === 'completed') {
    if (sessions.length > 0) endPause(turn)
    for (const [key, text] of Object.entries(result.said ?? {})) phase.attempt.said.set(key, text)
    for (const [key, paths] of Object.entries(result.claimed ?? {}))
      phase.attempt.claimed = (phase.attempt.claimed ?? new Map()).set(key, paths)
    emit(turn, 'unit_completed', { phaseId: id, attempt: phase.attempt.number, unit })
  }
  turn.effects.push({ type: 'commit_attempt', phaseId: id, attempt: phase.attempt.number })
}

/** The attempt's reference has advanced: the next unit, the verification, or what the unit's result asks for. */
export const takeCommit = (turn: Turn, phase: PhaseState, input: InputOf<'attempt_committed'>): void => {
  noteCommit(turn, phase, input)
  if (phase.attempt.unitResult?.outcome !== 'completed') return endByUnitResult(turn, phase)
  phase.attempt.unitIndex++
  if (input.touched) return askAboutTouched(turn, phase, input.touched)
  if (phase.attempt.unitIndex >= phase.attempt.units.length) finishUnits(turn, phase)
  else if (turn.state.settings.trust === 'paranoid') askUnitCheckpoint(turn, phase)
  else startUnit(turn, phase)
}

/** After a conflict, an attempt without a change may mean that the other phase did the work, or that nobody did. */
const finishUnits = (turn: Turn, phase: PhaseState): void => {
  if (phase.effort.collisions === 0 || workOf(phase.attempt).files.length > 0)
    return verifyAttempt(turn, phase)
  const { id } = phase
  endAttempt(turn, phase, {
    action: 'block',
    blocker: 'already_done',
    message: `Phase ${id} changes nothing since its conflict was resolved. Approve it as done without a change?`,
    details: phase.failures.slice(-1).map(({ message }) => message),
  })
}

/** What was the user's own is as it was again; whether the phase is right without its change nobody but a person can say. */
const askAboutTouched = (turn: Turn, phase: PhaseState, touched: string[]): void =>
  endAttempt(turn, phase, {
    action: 'block',
    blocker: 'user_changes',
    message: `Phase ${phase.id} changed what you had changed before it and not committed: ${touched.join(', ')}. Go on without that?`,
    details: touched.map((path) => `put back as you had it: ${path}`),
  })

/** The attempt's work so far is safe. */
export const noteCommit = (
  turn: Turn,
  phase: PhaseState,
  { commit, tree, files }: InputOf<'attempt_committed'>,
): void => {
  phase.attempt.work = { commit, tree, files }
  phase.attempt.unsaved = undefined
  emit(turn, 'commit_created', { phaseId: phase.id, attempt: phase.attempt.number, commit, files })
}

/** What the unit left may not be committed: a question, unless the unit failed anyway. */
export const takeCommitRefusal = (turn: Turn, phase: PhaseState, input: InputOf<'attempt_refused'>): void => {
  if (phase.attempt.unitResult?.outcome === 'failed') return endByUnitResult(turn, phase)
  const { blocker, message, details } = input
  endAttempt(turn, phase, { action: 'block', blocker, message, details })
}

const verifyAttempt = (turn: Turn, phase: PhaseState): void => {
  if (turn.state.settings.checks.length === 0) return passVerification(turn, phase)
  askVerification(turn, phase, 'attempt', workOf(phase.attempt).commit)
}

/** What the engine saw decides, whatever anybody claims. */
export const takeVerification = (
  turn: Turn,
  phase: PhaseState,
  { on, checks, evidence }: InputOf<'verified'>,
): void => {
  phase.attempt.checks = checks
  if (evidence && on === 'attempt') phase.attempt.evidence = evidence
  const failed = checks.find(({ passed }) => !passed)
  const merged = on === 'merged' ? ` after the merge with ${nameIntegratedSince(turn.state, phase)}` : ''
  const failure = failed ? checkFailure(failed, merged) : withMerge(evidence?.problem, merged)
  const shown = evidence === undefined ? {} : { evidence }
  emit(turn, 'verification_completed', { phaseId: phase.id, on, passed: !failure, checks, ...shown })
  const changed = phase.attempt.evidenceAccepted ? [] : (evidence?.changed ?? [])
  if (!failure && changed.length > 0) return askAboutEvidence(turn, phase, changed)
  if (!failure && on === 'attempt') return passVerification(turn, phase)
  const { composed } = phase.attempt
  if (!failure) return composed === undefined ? undefined : prepareMove(turn, phase, composed)
  if (on === 'attempt' || failure.class === 'environment')
    endAttempt(turn, phase, { action: 'failed', failure })
  else collide(turn, phase, failure)
}

/** What the evidence rests on was changed by the one who is to be judged by it: nobody but a person can take that. */
const askAboutEvidence = (turn: Turn, phase: PhaseState, changed: string[]): void =>
  endAttempt(turn, phase, {
    action: 'block',
    blocker: 'evidence_changed',
    message: `Phase ${phase.id} is green, but it changed tests that were to stay as they are, or what decides how tests run. Take that?`,
    details: changed,
  })

const withMerge = (problem: Failure | undefined, where: string): Failure | undefined =>
  problem && where !== '' ? { ...problem, message: `Red${where}: ${problem.message}` } : problem

/** `where`: what the tree was merged with, if it was. */
const checkFailure = (check: CheckResult, where: string): Failure => {
  const command = check.argv.join(' ')
  const { exitCode, output, outputFile } = check
  const observed = { command, exitCode, output, ...(outputFile === undefined ? {} : { outputFile }) }
  return didRun(check.exitCode)
    ? { class: 'verification_failed', message: `The check "${check.name}" failed${where}.`, ...observed }
    : {
        class: 'environment',
        message: `The check "${check.name}" could not be started: "${check.argv[0]}" is not there.`,
        ...observed,
      }
}
