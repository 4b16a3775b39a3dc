import { AmeliaError } from '../error/amelia-error.ts'
import { skipPhase } from './close-phase.ts'
import { answerClosing } from './close-run.ts'
import { giveAttemptsBack, retryPhase } from './reopen-phase.ts'
import { isBetweenParts } from './is-between-parts.ts'
import { skipPart } from './skip-part.ts'
import { allowMore, allowPhaseMore } from './spend.ts'
import { moveTo } from './move-to.ts'
import { retry } from './end-attempt.ts'
import type { GateChoice, GateView } from './gate.ts'
import type { InputOf } from './input.ts'
import type { PhaseState } from './phase-state.ts'
import type { RunState } from './run-state.ts'
import { endSoon } from './stop-run.ts'
import { emit, type Turn } from './turn.ts'

/**
 * The gate that an answer is for.
 *
 * Throws `GATE_EXPIRED`, `GATE_UNKNOWN` or `GATE_CHOICE`, and has changed nothing then. The loop asks before it journals an answer.
 */
export const checkAnswer = (state: RunState, gateId: string, choice: string, feedback?: string): GateView => {
  const gate = state.gates.get(gateId)
  const open = [...state.gates.keys()]
  if (!gate) {
    if (state.answered.has(gateId))
      throw new AmeliaError(
        'GATE_EXPIRED',
        `The gate "${gateId}" was answered before: this answer changes nothing.`,
        { gateId },
      )
    const which = open.length === 0 ? 'None is open.' : `Open are: ${open.join(', ')}.`
    throw new AmeliaError('GATE_UNKNOWN', `There is no gate "${gateId}". ${which}`, { gateId, open })
  }
  if (!gate.choices.some((offered) => offered === choice))
    throw new AmeliaError(
      'GATE_CHOICE',
      `The gate "${gateId}" cannot be answered with "${choice}". It offers: ${gate.choices.join(', ')}.`,
      { gateId, choices: gate.choices },
    )
  if (choice === 'fix' && !feedback?.trim())
    throw new AmeliaError(
      'GATE_CHOICE',
      `Say what is to be done: "fix" at the gate "${gateId}" takes an instruction as its feedback.`,
      { gateId, choices: gate.choices },
    )
  return gate
}

/** Takes the first answer to a gate. A later one finds no gate and changes nothing. */
export const answerGate = (turn: Turn, { gateId, choice, feedback }: InputOf<'gate_answered'>): void => {
  const { state } = turn
  const gate = state.gates.get(gateId)
  if (!gate?.choices.includes(choice)) return
  state.gates.delete(gateId)
  state.answered.add(gateId)
  const phaseIds = gate.phaseIds.length === 0 ? {} : { phaseId: gate.phaseIds[0]! }
  emit(turn, 'gate_resolved', {
    ...phaseIds,
    gateId,
    choice,
    ...(feedback === undefined ? {} : { feedback }),
  })
  if (choice === 'abort-revert') state.reverting ??= 'wanted'
  if (choice === 'abort' || choice === 'abort-revert' || choice === 'reject') return endSoon(turn, 'aborted')
  if (gateId === state.budgetGate) return allowMore(turn)
  if (gate.kind === 'blocker' && gate.phaseIds.length === 0) return answerClosing(turn, gate, choice)
  for (const id of gate.phaseIds)
    answerPhase(turn, state.phases[state.graph.index.get(id)!]!, { gate, choice, feedback })
}

interface Answer {
  gate: GateView
  choice: GateChoice
  feedback: string | undefined
}

const answerPhase = (turn: Turn, phase: PhaseState, { gate, choice, feedback }: Answer): void => {
  const { state } = turn
  switch (choice) {
    case 'approve':
      return gate.kind === 'blocker' ? passLook(turn, phase) : approve(turn, phase)
    case 'accept':
      return accept(turn, phase, gate)
    case 'skip':
      if (phase.blockedStep === undefined) return skipPhase(turn, phase, feedback ?? 'A person said so.')
      skipPart(turn, 'step', phase.blockedStep)
      return goOn(turn, phase, 'unit')
    case 'feedback': {
      const failure = {
        class: 'review_rejected',
        message: feedback ?? 'A person asked for another attempt.',
      } as const
      phase.failures.push(failure)
      if (state.provider !== undefined) phase.byAgent = true
      phase.heldAt = undefined
      Object.assign(phase, { tries: 0, reviewRounds: 0 })
      return retry(turn, phase, failure)
    }
    case 'fix':
      // The next attempt reads it with what went wrong before.
      phase.failures.push({ class: 'review_rejected', message: `A person says: ${feedback}` })
      // Where an agent may mend steps, it reads that at the one that fails.
      if (state.provider !== undefined && !state.settings.adapt) phase.byAgent = true
      phase.heldAt = undefined
      return retryPhase(turn, phase)
    case 'retry':
      return again(turn, phase, gate)
    case 'reject':
    case 'abort':
    case 'abort-revert':
      return // The run ends: that is decided before.
  }
}

/** An agent looked at what is to be done and would not go on: a person does. */
const passLook = (turn: Turn, phase: PhaseState): void => {
  if (phase.blockedStep === undefined) phase.lookPassed = true
  else letThrough(phase, phase.blockedStep)
  goOn(turn, phase, 'unit')
}

const approve = (turn: Turn, phase: PhaseState): void => {
  if (phase.heldAt === 'unit') {
    phase.heldAt = undefined
    return goOn(turn, phase, 'unit')
  }
  phase.checkpointPassed = true
  goOn(turn, phase, 'integration')
}

/** A review that could not be made is asked for again; everything else is another attempt. */
const again = (turn: Turn, phase: PhaseState, { blocker }: GateView): void => {
  const isRejected = blocker === 'review_rejected' || blocker === 'repeated_failure'
  const isUnreviewed = phase.heldAt === 'review' && !isRejected
  phase.heldAt = undefined
  if (blocker === 'budget_exceeded') {
    allowPhaseMore(turn, phase)
    if (isBetweenParts(phase)) return goOnPaid(turn, phase)
  }
  if (isUnreviewed) return goOn(turn, phase, 'review')
  retryPhase(turn, phase)
}

/** What is committed has been paid for: the attempt goes on behind it, with all others ahead. */
const goOnPaid = (turn: Turn, phase: PhaseState): void => {
  giveAttemptsBack(phase)
  phase.tries = 1
  goOn(turn, phase, 'unit')
}

const letThrough = (phase: PhaseState, stepId: string): void => {
  phase.approvedSteps = (phase.approvedSteps ?? new Set()).add(stepId)
}

/** The attempt goes on where it stopped. */
const goOn = (turn: Turn, phase: PhaseState, at: NonNullable<PhaseState['resumeAt']>): void => {
  phase.resumeAt = at
  moveTo(turn.state, phase, 'ready')
  turn.state.resuming.push(phase.index)
}

/** A person has done the step by hand, lets it through, or stands by what the engine would not take as evidence. */
const accept = (turn: Turn, phase: PhaseState, { blocker }: GateView): void => {
  if (blocker === 'dependency_skipped') {
    phase.emptyAccepted = true
    return retryPhase(turn, phase)
  }
  if (blocker === 'evidence_changed') {
    phase.evidenceAccepted = true
    return goOn(turn, phase, 'verification')
  }
  if (blocker === 'user_changes')
    return goOn(turn, phase, phase.unitIndex < phase.units.length ? 'unit' : 'verification')
  if (phase.heldAt === 'review') {
    phase.heldAt = undefined
    phase.reviewPassed = true
    return goOn(turn, phase, 'review')
  }
  letThrough(phase, phase.blockedStep!)
  if (blocker !== 'needs_judgment') phase.stepStatus.set(phase.blockedStep!, 'completed')
  goOn(turn, phase, 'unit')
}
