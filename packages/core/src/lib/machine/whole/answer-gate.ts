import { answerLock } from '../waiting/release-lock.ts'
import { skipPhase } from '../attempt/close-phase.ts'
import { approveRed } from './approve-red.ts'
import { answerClosing } from './close-run.ts'
import { continuePhase, giveAttemptsBack, repeatRound, retryPhase } from '../attempt/retry-phase.ts'
import { skipPart } from '../attempt/skip-part.ts'
import { refusePhases } from '../../policy/answer/refuse-phases.ts'
import { askForRest } from '../attempt/reach-checkpoint.ts'
import { allowMore, allowPhaseMore } from '../waiting/take-usage.ts'
import { startOnWork } from '../attempt/end-attempt.ts'
import { roundAfter } from '../../policy/failure/round-after.ts'
import type { Budget } from '../../event/budget.ts'
import type { GateView } from '../../event/gate-view.ts'
import { whereItStands } from '../../policy/dispatch/where-it-stands.ts'
import { batchOfGate, revertScope } from './find-before.ts'
import { queueResume } from '../waiting/queue-resume.ts'
import type { InputOf } from '../state/input/input.ts'
import type { PhaseState } from '../state/phase-state.ts'
import { noteApproval } from '../progress/note-approval.ts'
import { endSoon } from './stop-run.ts'
import { emit, type Turn } from '../state/turn.ts'

/**
 * Takes the first answer to a gate. A later one finds no gate and changes nothing.
 *
 * An answer for some of the phases leaves the gate open for the others, under the same id.
 */
export const answerGate = (turn: Turn, input: InputOf<'gate_answered'>): void => {
  const { gateId, choice, feedback, amount, scope, phaseIds: named } = input
  const { state } = turn
  const gate = state.gates.get(gateId)
  if (!gate?.choices.includes(choice)) return
  if (named && refusePhases(gate, { choice, phaseIds: named }) !== undefined) return
  const answered = gate.phaseIds.filter((id) => named?.includes(id) ?? true)
  const rest = gate.phaseIds.filter((id) => !answered.includes(id))
  state.gates.delete(gateId)
  state.answered.add(gateId)
  const phaseIds = answered.length === 0 ? {} : { phaseId: answered[0]! }
  emit(turn, 'gate_resolved', {
    ...phaseIds,
    gateId,
    choice,
    ...(feedback === undefined ? {} : { feedback }),
    ...(amount && { amount }),
    ...(scope && { scope }),
    ...(rest.length > 0 && { phaseIds: answered }),
  })
  noteApproval(turn, { ...gate, phaseIds: answered }, input)
  if (choice === 'abort-revert' && state.revert.stage === undefined) {
    const reverted = revertScope(state, scope)
    state.revert = {
      ...{ stage: 'wanted', scope: reverted },
      ...(reverted === 'batch' && batchOfGate(state, gate)),
    }
  }
  if (choice === 'abort' || choice === 'abort-revert' || choice === 'reject') {
    if (feedback?.trim()) state.ending.reason = feedback.trim()
    return endSoon(turn, 'aborted')
  }
  if (gate.blocker === 'journal_short') return
  if (gate.blocker === 'repository_locked' || gate.blocker === 'head_moved')
    return answerLock(turn, gateId, choice)
  if (gateId === state.budget.gate) return allowMore(turn, amount)
  if (gate.kind === 'blocker' && gate.phaseIds.length === 0) return answerClosing(turn, gate, choice)
  for (const id of answered) answerPhase(turn, state.phases[state.graph.index.get(id)!]!, { gate, ...input })
  if (rest.length > 0) askForRest(turn, gate, rest)
}

interface Answer extends Pick<InputOf<'gate_answered'>, 'choice' | 'feedback' | 'amount'> {
  gate: GateView
}

const answerPhase = (turn: Turn, phase: PhaseState, answer: Answer): void => {
  const { gate, choice, feedback } = answer
  switch (choice) {
    case 'approve':
      return gate.kind === 'blocker' ? approveBlocked(turn, phase, answer) : approve(turn, phase)
    case 'done-by-hand':
      return passByHand(turn, phase, gate)
    case 'skip':
      if (phase.attempt.blockedStep === undefined)
        return skipPhase(turn, phase, feedback ?? 'A person said so.')
      if (phase.attempt.beforeTries?.stepId === phase.attempt.blockedStep)
        phase.attempt.work = phase.attempt.beforeTries.work
      skipPart(turn, 'step', phase.attempt.blockedStep)
      return queueResume(turn, phase, 'unit')
    case 'send-back': {
      const message = feedback ?? 'A person asked for another attempt.'
      phase.failures.push({ class: 'review_rejected', message, answer: { text: message } })
      if (repeatRound(turn, phase, { cause: 'feedback', details: [message] })) return
      phase.attempt.keptAt = undefined
      phase.byAgent = true
      giveAttemptsBack(phase)
      return startOnWork(turn, phase, { cause: 'feedback', details: [message] })
    }
    case 'answer':
    case 'fix':
      return instruct(turn, phase, answer)
    case 'retry':
      return gate.blocker === 'agent_asks'
        ? instruct(turn, phase, { ...answer, feedback: noAnswer })
        : again(turn, phase)
    case 'continue':
      return continuePhase(turn, phase)
    case 'reject':
    case 'abort':
    case 'abort-revert':
      return // The run ends: that is decided before.
    default:
      choice satisfies never
  }
}

/** The agent asked, and has to know that a person read its question. */
const noAnswer = 'Try again, and decide it yourself: nobody gave another answer.'

/**
 * Starts the phase again with a person's instruction. If an agent may repair steps, it first follows the
 * instruction, and the steps decide; otherwise the agent does the phase. The next prompt has both the
 * instruction and the failure.
 */
const instruct = (turn: Turn, phase: PhaseState, { gate, feedback: instruction = '' }: Answer): void => {
  const { settings } = turn.state
  const { question, details } = gate
  const { blockedStep: stepId } = phase.attempt
  const last = phase.failures.at(-1)
  phase.failures.push({
    class: 'review_rejected',
    message: `Instruction from a person: ${instruction}`,
    answer: { text: instruction, question, details },
  })
  const isStep = stepId !== undefined
  if (!isStep && repeatRound(turn, phase, { cause: 'feedback', details: [instruction] })) return
  // Subtasks that run in parallel have no common workspace to prepare.
  if (settings.adapt && (stepId !== undefined || !settings.parallelSubtasks))
    phase.fix = {
      ...(stepId !== undefined && { stepId }),
      instruction,
      failure:
        last?.message === question
          ? last
          : { class: 'agent_failed', message: question, output: details.join('\n') },
    }
  else phase.byAgent = true
  phase.attempt.keptAt = undefined
  retryPhase(turn, phase)
}

/** A person takes what a blocker shows as it is, allows what it asks for, or has run what it held back. */
const approveBlocked = (turn: Turn, phase: PhaseState, { gate, amount }: Answer): void => {
  switch (gate.blocker) {
    case 'dependency_skipped':
      phase.emptyAccepted = true
      return retryPhase(turn, phase)
    case 'evidence_changed':
      phase.attempt.evidenceAccepted = true
      return queueResume(turn, phase, 'verification')
    case 'red_unclear':
      approveRed(turn, phase)
      return queueResume(turn, phase, 'verification')
    case 'already_done':
      phase.attempt.nothingApproved = true
      return queueResume(turn, phase, 'verification')
    case 'user_changes':
      return queueResume(
        turn,
        phase,
        phase.attempt.unitIndex < phase.attempt.units.length ? 'unit' : 'verification',
      )
    case 'secret_in_change':
    case 'path_refused':
      return approveFindings(turn, phase)
    case 'budget_exceeded':
      return goOnWithMore(turn, phase, amount)
    default:
      if (phase.attempt.keptAt === 'report') return takeUnreported(turn, phase)
      return phase.attempt.keptAt === 'review' ? takeUnreviewed(turn, phase) : runLocked(turn, phase)
  }
}

/** The kept tree is committed with what a person approved, and the attempt continues where it stood. */
const approveFindings = (turn: Turn, phase: PhaseState): void => {
  for (const fingerprint of phase.attempt.findings ?? []) turn.state.approvedFindings.add(fingerprint)
  queueResume(turn, phase, phase.resumeAt ?? whereItStands(phase.attempt) ?? 'unit')
}

/** Reviewers refused the attempt, or could not do their work: a person takes it. */
const takeUnreviewed = (turn: Turn, phase: PhaseState): void => {
  phase.attempt.keptAt = undefined
  phase.attempt.reviewPassed = true
  queueResume(turn, phase, 'review')
}

/** The steps, or the one that was asked about, are run. */
const runLocked = (turn: Turn, phase: PhaseState): void => {
  if (phase.attempt.blockedStep === undefined) phase.attempt.preflightPassed = true
  else phase.attempt.approvedStep = phase.attempt.blockedStep
  queueResume(turn, phase, 'unit')
}

const approve = (turn: Turn, phase: PhaseState): void => {
  if (phase.attempt.keptAt === 'unit') {
    phase.attempt.keptAt = undefined
    return queueResume(turn, phase, 'unit')
  }
  phase.attempt.checkpointPassed = true
  queueResume(turn, phase, 'integration')
}

/**
 * A review that could not be made is asked for again, rounds that were used up go on; everything else is
 * another attempt. Only work that does not fit the head has a conflict to resolve: an agent that calls its
 * own failure a merge conflict has attempts, like any other.
 */
const again = (turn: Turn, phase: PhaseState): void => {
  const { keptAt, unreviewed, collided } = phase.attempt
  const [last] = phase.failures.slice(-1)
  const cause = collided ? 'conflict' : keptAt && last && roundAfter(last, phase.attempt)
  phase.attempt.keptAt = undefined
  if (keptAt === 'review' && unreviewed) return queueResume(turn, phase, 'review')
  if (cause === undefined || !repeatRound(turn, phase, { cause, details: [] })) retryPhase(turn, phase)
}

/** A person has the work verified, although its agent did not report it as done. */
const takeUnreported = (turn: Turn, phase: PhaseState): void => {
  const { attempt } = phase
  const unit = attempt.units[attempt.unitIndex]
  if (unit?.kind === 'subtask') phase.subtaskStatus.set(unit.subtaskId, 'completed')
  Object.assign(attempt, { keptAt: undefined, unitResult: { outcome: 'completed' } })
  attempt.unitIndex++
  queueResume(turn, phase, attempt.unitIndex < attempt.units.length ? 'unit' : 'verification')
}

/** Continues after the committed work, which is paid for, with a full set of attempts. */
const goOnWithMore = (turn: Turn, phase: PhaseState, amount?: Budget): void => {
  const isUnreviewed = phase.attempt.keptAt === 'review'
  phase.attempt.keptAt = undefined
  allowPhaseMore(turn, phase, amount)
  return isUnreviewed ? queueResume(turn, phase, 'review') : continuePhase(turn, phase)
}

/** A person has done the step by hand. A manual one still begins, and is passed over. */
const passByHand = (turn: Turn, phase: PhaseState, { blocker, choices }: GateView): void => {
  const { blockedStep } = phase.attempt
  if (blockedStep === undefined) return
  phase.byHand = (phase.byHand ?? new Set()).add(blockedStep)
  if (blocker !== 'needs_judgment' || choices.includes('approve'))
    phase.stepStatus.set(blockedStep, 'completed')
  queueResume(turn, phase, 'unit')
}
