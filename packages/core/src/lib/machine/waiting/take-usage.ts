import {
  describeRest,
  describeSpend,
  findExhausted,
  raiseBudget,
} from '../../policy/dispatch/find-exhausted.ts'
import type { Budget } from '../../event/budget.ts'
import type { Failure } from '../../contract/failure.ts'
import type { InputOf } from '../state/input/input.ts'
import { interruptAttempt } from './interrupt-attempt.ts'
import { isTerminal } from '../state/move-to.ts'
import { openGate } from '../state/open-gate.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { RunState } from '../state/run-state.ts'
import { emit, type Turn } from '../state/turn.ts'
import { usesSession } from './uses-session.ts'
import { chargeSession, endCharge } from './charge-session.ts'

/**
 * Charges the time since the last input to the active phases and to the run. Time between two processes, and
 * time in which the run only waits for people, is not charged. A clock that is set back charges nothing.
 */
export const spendTime = ({ state, at }: Turn, resumed: boolean): void => {
  const passed = resumed ? 0 : Math.max(0, at - (state.budget.lastAt ?? at))
  state.budget.lastAt = at
  if (passed === 0) return
  const isActive = state.schedule.active.size > 0
  if (isActive || state.gates.size === 0) state.budget.workedMs += passed
  if (!isActive) return
  state.budget.spent.wallMs += passed
  for (const index of state.schedule.active) state.phases[index]!.spent.wallMs += passed
}

/**
 * Charges the difference between a session's reported usage and its earlier report. A session that has ended
 * is still charged.
 * A session that the budget does not allow is not recorded: the loop sees that and does not start it.
 */
export const takeUsage = (turn: Turn, input: InputOf<'session_used'>): void => {
  const { state } = turn
  const { session, phaseId, over } = input
  const phase = phaseId === undefined ? undefined : state.phases[state.graph.index.get(phaseId) ?? -1]
  if (!state.budget.charges.has(session) && !over && isUsedUp(turn, phase)) return stopOverBudget(turn)
  chargeSession(turn, phase, input)
  if (over) endCharge(turn, session)
  else state.budget.sessions.set(session, { phase: phase?.index ?? -1 })
  stopOverBudget(turn)
  if (phase && runsOver(turn, phase)) turn.effects.push({ type: 'interrupt_sessions', phaseId: phase.id })
}

const isUsedUp = ({ state }: Turn, phase: PhaseState | undefined): boolean =>
  isSpent(state) || (phase !== undefined && findExhausted(phase.spent, phase.allowed).length > 0)

const hasSession = ({ state }: Turn, { index }: PhaseState): boolean =>
  [...state.budget.sessions.values()].some(({ phase }) => phase === index)

/**
 * Whether a session of the phase exceeds the phase's budget. A running session may end if only the number of
 * sessions is used up.
 */
const runsOver = (turn: Turn, phase: PhaseState): boolean =>
  hasSession(turn, phase) && findExhausted(phase.spent, phase.allowed).some((kind) => kind !== 'sessions')

/**
 * Stops the sessions of a run whose budget is used up, and asks about it. Running sessions may end if only
 * the number of sessions is used up.
 */
const stopOverBudget = (turn: Turn): void => {
  const { state } = turn
  const exhausted = findExhausted(state.budget.spent, state.budget.allowed)
  if (exhausted.length === 0) return
  if (exhausted.some((kind) => kind !== 'sessions'))
    for (const index of new Set([...state.budget.sessions.values()].map(({ phase }) => phase))) {
      const phase = state.phases[index]
      if (phase) phase.attempt.overBudget = true
      turn.effects.push({ type: 'interrupt_sessions', ...(phase && { phaseId: phase.id }) })
    }
  askAboutBudget(turn)
}

/**
 * Asks once about the run's exhausted budget if a phase has to wait for it: the run may also finish within
 * its budget.
 */
export const askAboutBudget = (turn: Turn): void => {
  const { state } = turn
  if (state.budget.gate !== undefined || !isSpent(state)) return
  if (state.phases.some((phase) => waitsForBudget(turn, phase))) openBudgetGate(turn)
}

/** Whether the run's budget is used up. */
export const isSpent = ({ budget: { spent, allowed } }: RunState): boolean =>
  findExhausted(spent, allowed).length > 0

/** Asks about the run's budget. */
export const openBudgetGate = (turn: Turn): void => {
  const { state } = turn
  state.budget.gate = `run:budget:${++state.budget.asked}`
  emit(turn, 'budget_exceeded', { spent: { ...state.budget.spent }, budget: { ...state.budget.allowed } })
  openGate(turn, {
    id: state.budget.gate,
    kind: 'blocker',
    blocker: 'budget_exceeded',
    exhausted: findExhausted(state.budget.spent, state.budget.allowed),
    phaseIds: [],
    question: 'The run has used up its budget. Allow the same amount again?',
    details: [...describeSpend(state.budget.spent, state.budget.allowed), describeProgress(state)],
    suggestions: [],
    choices: ['approve', 'abort', 'abort-revert'],
  })
}

const describeProgress = ({ phases, budget: { spent, allowed } }: RunState): string =>
  describeRest(
    phases.filter(({ status }) => status === 'completed').map((phase) => phase.spent),
    { open: phases.filter((phase) => !isTerminal(phase)).length, exhausted: findExhausted(spent, allowed) },
  )

/** Whether a phase is stopped by the run's budget, or cannot begin or continue. */
const waitsForBudget = (turn: Turn, phase: PhaseState): boolean => {
  const { status, place, resumeAt } = phase
  if (place) return phase.attempt.overBudget
  if (resumeAt === 'integration') return false
  return (status === 'pending' || status === 'ready' || status === 'retrying') && isBroke(turn, phase)
}

/**
 * Whether the run's exhausted budget keeps a phase from continuing. A phase without sessions is only limited
 * by time.
 */
export const isBroke = ({ state }: Turn, phase: PhaseState): boolean => {
  const exhausted = findExhausted(state.budget.spent, state.budget.allowed)
  if (exhausted.length === 0) return false
  return exhausted.includes('wallMs') || usesSession(state, phase)
}

/** Raises the run's budget by an amount, or by its original one. */
export const allowMore = (turn: Turn, amount?: Budget): void => {
  const { budget, settings } = turn.state
  delete budget.gate
  budget.allowed = raiseBudget(budget.spent, { given: settings.budget, allowed: budget.allowed, amount })
  wakeForBudget(turn)
}

/** Raises the phase's budget by an amount, or by its original one. */
export const allowPhaseMore = ({ state }: Turn, phase: PhaseState, amount?: Budget): void => {
  const { spent, allowed } = phase
  phase.allowed = raiseBudget(spent, { given: state.settings.phaseBudget, allowed, amount })
}

/** Asks to be woken when the run's time runs out. */
export const wakeForBudget = ({ state, at, effects }: Turn): void => {
  const {
    budget: { spent, allowed },
  } = state
  if (allowed.wallMs === undefined) return
  state.budget.wake = at + Math.max(1, allowed.wallMs - spent.wallMs)
  effects.push({ type: 'wake', at: state.budget.wake })
}

/** Asks to be woken when the time of an active phase runs out. */
export const wakeForPhase = ({ at, effects }: Turn, { spent, allowed, place }: PhaseState): void => {
  if (allowed.wallMs === undefined || !place) return
  place.budgetWake = at + Math.max(1, allowed.wallMs - spent.wallMs)
  effects.push({ type: 'wake', at: place.budgetWake })
}

/**
 * Checks the time budgets at a wake-up. If time is left, because nothing ran for a while, asks to be woken
 * again.
 */
export const wakeToBudget = (turn: Turn, until: number): void => {
  for (const index of turn.state.schedule.active) {
    const phase = turn.state.phases[index]!
    if (phase.place?.budgetWake !== until) continue
    if (!findExhausted(phase.spent, phase.allowed).includes('wallMs')) wakeForPhase(turn, phase)
    else if (hasSession(turn, phase)) turn.effects.push({ type: 'interrupt_sessions', phaseId: phase.id })
  }
  stopOverBudget(turn)
  const {
    budget: { spent, allowed },
  } = turn.state
  if (until === turn.state.budget.wake && !findExhausted(spent, allowed).includes('wallMs'))
    wakeForBudget(turn)
}

/**
 * Queues a phase whose session was stopped because the run's budget is used up. It continues once there is
 * more. Returns false if the phase's own budget is used up, or if it is unknown which: that is a separate
 * question.
 */
export const waitForBudget = (turn: Turn, phase: PhaseState, failure: Failure): boolean => {
  const { state } = turn
  // A person may have allowed more before the last session had ended.
  if (!phase.attempt.overBudget && !isSpent(state)) return false
  phase.attempt.overBudget = false
  interruptAttempt(turn, phase, failure)
  const { id: phaseId } = phase
  emit(turn, 'phase_delayed', { phaseId, attempt: phase.attempt.number, waitMs: 0, failure })
  stopOverBudget(turn)
  return true
}
