import type { Unit } from '../contract/driver.ts'
import type { CheckResult } from '../event/check-result.ts'
import { decideCheckpoint } from '../policy/decide-checkpoint.ts'
import type { Failure } from '../policy/failure.ts'
import { didRun } from '../policy/judge-exit.ts'
import { phaseRisk } from '../policy/phase-risk.ts'
import { endAttempt, endByUnitResult, park } from './end-attempt.ts'
import type { InputOf } from './input.ts'
import { askVerification } from './ask-verification.ts'
import { beginIntegration, collide, prepareMove } from './integrate-phase.ts'
import { moveTo } from './move-to.ts'
import { openGate } from './open-gate.ts'
import type { PhaseState } from './run-state.ts'
import { shortId } from './short-id.ts'
import { emit, type Turn } from './turn.ts'

/** Begins a new attempt on the run's head. */
export const startAttempt = (turn: Turn, phase: PhaseState): void => {
  const { state } = turn
  const { id, title } = phase.phase
  phase.attempt++
  phase.tries++
  phase.base = state.head
  phase.files = []
  phase.checks = []
  phase.unitIndex = 0
  phase.hookRounds = 0
  phase.refusals = 0
  phase.merged = false
  phase.checkpointPassed = false
  phase.stepStatus.clear()
  phase.subtaskStatus.clear()
  for (const key of ['commit', 'tree', 'text', 'composed', 'heldBy', 'unitResult', 'blockedStep'] as const)
    delete phase[key]
  phase.startedAt ??= turn.at
  hold(turn, phase)
  emit(turn, 'phase_started', { phaseId: id, title, attempt: phase.attempt, base: phase.base })
  turn.effects.push({ type: 'open_workspace', phaseId: id, attempt: phase.attempt, base: phase.base })
}

/** Takes an attempt up again from its last private commit. */
export const continueAttempt = (turn: Turn, phase: PhaseState): void => {
  const { id } = phase.phase
  hold(turn, phase)
  const base = phase.base!
  const from = phase.commit ?? base
  emit(turn, 'phase_continued', { phaseId: id, attempt: phase.attempt })
  turn.effects.push({ type: 'open_workspace', phaseId: id, attempt: phase.attempt, base, from })
}

const hold = (turn: Turn, phase: PhaseState): void => {
  phase.active = true
  moveTo(turn.state, phase, 'running')
  turn.state.active.add(phase.index)
}

/** The workspace is there: the attempt goes on where it was. */
export const takeWorkspace = (turn: Turn, phase: PhaseState): void => {
  phase.workspace = true
  const goesOn = phase.resumeAt
  delete phase.resumeAt
  if (goesOn === 'integration') beginIntegration(turn, phase)
  else startUnit(turn, phase)
}

const unitsOf = (turn: Turn, phase: PhaseState): Unit[] => {
  const { subtasks } = phase.phase
  switch (subtasks.length === 0 ? 'phase' : turn.state.settings.units) {
    case 'phase':
      return [{ kind: 'phase' }]
    case 'subtask':
      return subtasks.map(({ id }) => ({ kind: 'subtask', subtaskId: id }))
    case 'step':
      return subtasks.flatMap(({ id, steps }): Unit[] =>
        steps.length === 0
          ? [{ kind: 'subtask', subtaskId: id }]
          : steps.map((step) => ({ kind: 'step', subtaskId: id, stepId: step.id })),
      )
  }
}

const startUnit = (turn: Turn, phase: PhaseState): void => {
  const unit = unitsOf(turn, phase)[phase.unitIndex]!
  turn.effects.push({ type: 'run_unit', phaseId: phase.phase.id, attempt: phase.attempt, unit })
}

/** However a unit ended, what it left in the workspace is committed first, so that nothing is lost. */
export const takeUnitResult = (
  turn: Turn,
  phase: PhaseState,
  { unit, result }: InputOf<'unit_finished'>,
): void => {
  const { id } = phase.phase
  phase.unitResult = result
  if (result.outcome === 'completed')
    emit(turn, 'unit_completed', { phaseId: id, attempt: phase.attempt, unit })
  turn.effects.push({ type: 'commit_attempt', phaseId: id, attempt: phase.attempt })
}

/** The attempt's reference has advanced: the next unit, the verification, or what the unit's result asks for. */
export const takeCommit = (
  turn: Turn,
  phase: PhaseState,
  { commit, tree, files }: InputOf<'attempt_committed'>,
): void => {
  Object.assign(phase, { commit, tree, files })
  emit(turn, 'commit_created', { phaseId: phase.phase.id, attempt: phase.attempt, commit, files })
  if (phase.unitResult?.outcome !== 'completed') return endByUnitResult(turn, phase)
  phase.unitIndex++
  if (phase.unitIndex < unitsOf(turn, phase).length) startUnit(turn, phase)
  else verifyAttempt(turn, phase)
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
  { on, checks }: InputOf<'verified'>,
): void => {
  phase.checks = checks
  const failed = checks.find(({ passed }) => !passed)
  emit(turn, 'verification_completed', { phaseId: phase.phase.id, on, passed: !failed, checks })
  if (!failed) return on === 'attempt' ? passVerification(turn, phase) : prepareMove(turn, phase)
  const failure = checkFailure(failed, on)
  if (on === 'attempt' || failure.class === 'environment')
    endAttempt(turn, phase, { action: 'failed', failure })
  else collide(turn, phase, failure)
}

const checkFailure = (check: CheckResult, on: 'attempt' | 'merged'): Failure => {
  const where = on === 'merged' ? ' after the merge with what was integrated meanwhile' : ''
  const command = check.argv.join(' ')
  const observed = { command, exitCode: check.exitCode, output: check.output }
  return didRun(check.exitCode)
    ? { class: 'verification_failed', message: `The check "${check.name}" failed${where}.`, ...observed }
    : {
        class: 'environment',
        message: `The check "${check.name}" could not be started: "${check.argv[0]}" is not there.`,
        ...observed,
      }
}

/** Between verification and integration stands the checkpoint, where the trust level asks for one. */
const passVerification = (turn: Turn, phase: PhaseState): void => {
  const { id, title } = phase.phase
  const where = phase.checkpointPassed
    ? 'none'
    : decideCheckpoint(turn.state.settings.trust, phaseRisk(phase.phase))
  if (where === 'none') return beginIntegration(turn, phase)
  park(turn, phase)
  moveTo(turn.state, phase, 'checkpoint')
  emit(turn, 'phase_waiting', { phaseId: id, attempt: phase.attempt, for: 'checkpoint' })
  if (where === 'batch') {
    // Its gate opens when the batch is there: see settleRun.
    turn.state.gathered.add(turn.state.batchOf[phase.index]!)
    return
  }
  openGate(turn, {
    id: `checkpoint:${id}:${phase.attempt}`,
    kind: 'checkpoint',
    phaseIds: [id],
    question: `Phase ${id} (${title}) is done and verified. Take it into the run?`,
    details: checkpointDetails(phase),
    suggestions: [`git show ${shortId(phase.commit)}`],
    choices: ['approve', 'feedback', 'abort'],
  })
}

/** What a person wants to know before a phase is taken in. */
export const checkpointDetails = (phase: PhaseState): string[] => [
  `${phase.phase.id}: ${phase.files.length === 0 ? 'no files changed' : phase.files.join(', ')}`,
  ...phase.checks.map(
    ({ name, passed }) => `${phase.phase.id}: check ${name} ${passed ? 'passed' : 'failed'}`,
  ),
]
