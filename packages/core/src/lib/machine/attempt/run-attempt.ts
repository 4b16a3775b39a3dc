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
import { freshAttempt, type PhaseState } from '../state/phase-state.ts'
import type { RunState } from '../state/run-state.ts'
import { emit, type Turn } from '../state/turn.ts'
import { wakeForPhase } from '../waiting/spend.ts'
import { endPause, findPause } from '../waiting/wait-for.ts'

/** Begins a new attempt: on the run's head, or on what the last one left where the rules say so. */
export const startAttempt = (turn: Turn, phase: PhaseState): void => {
  const { state } = turn
  if (!phase.emptyAccepted && isEmptied(state, phase)) return askAboutSkips(turn, phase)
  const { id, title } = phase.phase
  const { trust, units, parallelSubtasks } = state.settings
  // Whoever wants to be asked after each unit gets the smallest ones.
  const rules =
    trust === 'paranoid' ? ({ units: 'step', parallelSubtasks: false } as const) : { units, parallelSubtasks }
  const from = phase.keeps ? phase.commit : undefined
  phase.keeps = false
  phase.kept = from !== undefined
  phase.attempt = Math.max(phase.attempt, phase.attemptsFound) + 1
  phase.tries++
  phase.units = planUnits(phase.phase, { ...rules, explicit: state.explicit })
  Object.assign(phase, freshAttempt())
  if (from === undefined) {
    phase.said.clear()
    phase.claimed = undefined
    phase.adapted = undefined
    phase.fallbacks = undefined
    phase.base = state.head
    phase.files = []
    phase.commit = undefined
    phase.tree = undefined
  }
  resetParts(state, phase, from !== undefined)
  phase.startedAt ??= turn.at
  hold(turn, phase)
  const { attempt } = phase
  const base = phase.base!
  emit(turn, 'phase_started', { phaseId: id, title, attempt, base })
  const tree = from === undefined ? {} : { from }
  turn.effects.push({ type: 'open_workspace', phaseId: id, attempt, base, ...tree })
}

/** Steps are to be done again, but for those whose work is still there and those that are skipped. */
const resetParts = ({ skippedParts }: RunState, phase: PhaseState, kept: boolean): void => {
  for (const { id, steps } of phase.phase.subtasks) {
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
  const { id } = phase.phase
  hold(turn, phase)
  const base = phase.base!
  const from = phase.commit ?? base
  phase.partial = undefined
  emit(turn, 'phase_continued', { phaseId: id, attempt: phase.attempt })
  turn.effects.push({ type: 'open_workspace', phaseId: id, attempt: phase.attempt, base, from })
}

const hold = (turn: Turn, phase: PhaseState): void => {
  phase.active = true
  moveTo(turn.state, phase, 'running')
  turn.state.active.add(phase.index)
  wakeForPhase(turn, phase)
}

/** The workspace is there: the attempt goes on where it was. */
export const takeWorkspace = (turn: Turn, phase: PhaseState): void => {
  phase.workspace = true
  const goesOn = phase.resumeAt
  phase.resumeAt = undefined
  if (goesOn === 'integration') beginIntegration(turn, phase)
  else if (goesOn === 'review') passVerification(turn, phase)
  else if (goesOn === 'verification') verifyAttempt(turn, phase)
  else startUnit(turn, phase)
}

/** The next unit, unless its provider takes no sessions for now: then the phase gives its slot to others. */
const startUnit = (turn: Turn, phase: PhaseState): void => {
  const { id } = phase.phase
  const pause = findPause(turn, phase)
  if (pause) {
    park(turn, phase)
    emit(turn, 'phase_paused', { phaseId: id, attempt: phase.attempt, ...pause })
    moveTo(turn.state, phase, 'ready')
    phase.resumeAt = 'unit'
    turn.state.resuming.push(phase.index)
    return
  }
  const unit = phase.units[phase.unitIndex]!
  phase.unitResult = undefined
  turn.effects.push({ type: 'run_unit', phaseId: id, attempt: phase.attempt, unit })
}

/** However a unit ended, what it left in the workspace is committed first, so that nothing is lost. */
export const takeUnitResult = (
  turn: Turn,
  phase: PhaseState,
  { unit, result }: InputOf<'unit_finished'>,
): void => {
  const { id } = phase.phase
  phase.unitResult = result
  const sessions = Object.entries(result.sessions ?? {})
  for (const [key, session] of sessions) {
    // The last one is the last in the map.
    phase.sessions.delete(key)
    phase.sessions.set(key, session)
  }
  if (result.outcome === 'completed') {
    if (sessions.length > 0) endPause(turn)
    for (const [key, text] of Object.entries(result.said ?? {})) phase.said.set(key, text)
    for (const [key, paths] of Object.entries(result.claimed ?? {}))
      phase.claimed = (phase.claimed ?? new Map()).set(key, paths)
    emit(turn, 'unit_completed', { phaseId: id, attempt: phase.attempt, unit })
  }
  turn.effects.push({ type: 'commit_attempt', phaseId: id, attempt: phase.attempt })
}

/** The attempt's reference has advanced: the next unit, the verification, or what the unit's result asks for. */
export const takeCommit = (turn: Turn, phase: PhaseState, input: InputOf<'attempt_committed'>): void => {
  noteCommit(turn, phase, input)
  if (phase.unitResult?.outcome !== 'completed') return endByUnitResult(turn, phase)
  phase.unitIndex++
  if (input.touched) return askAboutTouched(turn, phase, input.touched)
  if (phase.unitIndex >= phase.units.length) finishUnits(turn, phase)
  else if (turn.state.settings.trust === 'paranoid') askUnitCheckpoint(turn, phase)
  else startUnit(turn, phase)
}

/** After a conflict, an attempt without a change may mean that the other phase did the work, or that nobody did. */
const finishUnits = (turn: Turn, phase: PhaseState): void => {
  if (phase.collisions === 0 || phase.files.length > 0) return verifyAttempt(turn, phase)
  const { id } = phase.phase
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
    message: `Phase ${phase.phase.id} changed what you had changed before it and not committed: ${touched.join(', ')}. Go on without that?`,
    details: touched.map((path) => `put back as you had it: ${path}`),
  })

/** The attempt's work so far is safe. */
export const noteCommit = (
  turn: Turn,
  phase: PhaseState,
  { commit, tree, files }: InputOf<'attempt_committed'>,
): void => {
  Object.assign(phase, { commit, tree, files })
  phase.unsaved = undefined
  emit(turn, 'commit_created', { phaseId: phase.phase.id, attempt: phase.attempt, commit, files })
}

/** What the unit left may not be committed: a question, unless the unit failed anyway. */
export const takeCommitRefusal = (turn: Turn, phase: PhaseState, input: InputOf<'attempt_refused'>): void => {
  if (phase.unitResult?.outcome === 'failed') return endByUnitResult(turn, phase)
  const { blocker, message, details } = input
  endAttempt(turn, phase, { action: 'block', blocker, message, details })
}

const verifyAttempt = (turn: Turn, phase: PhaseState): void => {
  if (turn.state.settings.checks.length === 0) return passVerification(turn, phase)
  askVerification(turn, phase, 'attempt', phase.commit!)
}

/** What the engine saw decides, whatever anybody claims. */
export const takeVerification = (
  turn: Turn,
  phase: PhaseState,
  { on, checks, evidence }: InputOf<'verified'>,
): void => {
  phase.checks = checks
  if (evidence && on === 'attempt') phase.evidence = evidence
  const failed = checks.find(({ passed }) => !passed)
  const merged = on === 'merged' ? ` after the merge with ${nameIntegratedSince(turn.state, phase)}` : ''
  const failure = failed ? checkFailure(failed, merged) : withMerge(evidence?.problem, merged)
  const shown = evidence === undefined ? {} : { evidence }
  emit(turn, 'verification_completed', { phaseId: phase.phase.id, on, passed: !failure, checks, ...shown })
  const changed = phase.evidenceAccepted ? [] : (evidence?.changed ?? [])
  if (!failure && changed.length > 0) return askAboutEvidence(turn, phase, changed)
  if (!failure) return on === 'attempt' ? passVerification(turn, phase) : prepareMove(turn, phase)
  if (on === 'attempt' || failure.class === 'environment')
    endAttempt(turn, phase, { action: 'failed', failure })
  else collide(turn, phase, failure)
}

/** What the evidence rests on was changed by the one who is to be judged by it: nobody but a person can take that. */
const askAboutEvidence = (turn: Turn, phase: PhaseState, changed: string[]): void =>
  endAttempt(turn, phase, {
    action: 'block',
    blocker: 'evidence_changed',
    message: `Phase ${phase.phase.id} is green, but it changed tests that were to stay as they are, or what decides how tests run. Take that?`,
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
