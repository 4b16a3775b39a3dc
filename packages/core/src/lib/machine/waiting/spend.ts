import { describeSpend, findExhausted, raiseBudget } from '../../policy/dispatch/budget.ts'
import type { Failure } from '../../contract/failure.ts'
import type { InputOf } from '../state/input.ts'
import { delayAttempt } from './delay-attempt.ts'
import { openGate } from '../state/open-gate.ts'
import type { PhaseState } from '../state/phase-state.ts'
import { emit, type Turn } from '../state/turn.ts'
import { usesSession } from './uses-session.ts'

/** Time passes while something is under way, where there is a budget of it. A clock that is set back takes nothing away. */
export const spendTime = ({ state, at }: Turn, resumed: boolean): void => {
  if (state.settings.budget.wallMs === undefined && state.settings.phaseBudget.wallMs === undefined) return
  const passed = resumed ? 0 : Math.max(0, at - (state.budget.lastAt ?? at))
  state.budget.lastAt = at
  if (passed === 0 || state.schedule.active.size === 0) return
  state.budget.spent.wallMs += passed
  for (const index of state.schedule.active) state.phases[index]!.spent.wallMs += passed
}

/**
 * A session has begun, goes on, or is over: it says what it has used so far, and the difference to what it said before is charged.
 * A session for which the budget has no room is not taken into the books: the loop sees that and does not begin it.
 */
export const takeUsage = (turn: Turn, input: InputOf<'session_used'>): void => {
  const { state } = turn
  const { session, phaseId, over } = input
  const phase = phaseId === undefined ? undefined : state.phases[state.graph.index.get(phaseId) ?? -1]
  const known = state.budget.sessions.get(session)
  if (input.late) addUp(turn, phase, input)
  else if (known || !isUsedUp(turn, phase)) charge(turn, phase, known, input)
  if (over) {
    state.budget.sessions.delete(session)
    const { tokens, usd } = input
    const of = phaseId === undefined ? {} : { phaseId }
    emit(turn, 'session_charged', { ...of, tokens, usd, spent: { ...state.budget.spent } })
  }
  settleRunBudget(turn)
  if (phase && runsOver(turn, phase)) turn.effects.push({ type: 'interrupt_sessions', phaseId: phase.id })
}

const charge = (
  { state }: Turn,
  phase: PhaseState | undefined,
  known: { tokens: number; usd: number } | undefined,
  { session, tokens, usd }: InputOf<'session_used'>,
): void => {
  // A provider that counts backwards is not believed.
  const now = { tokens: Math.max(tokens, known?.tokens ?? 0), usd: Math.max(usd, known?.usd ?? 0) }
  addUp({ state }, phase, {
    tokens: now.tokens - (known?.tokens ?? 0),
    usd: now.usd - (known?.usd ?? 0),
  })
  if (!known)
    for (const spent of phase ? [state.budget.spent, phase.spent] : [state.budget.spent]) spent.sessions++
  state.budget.sessions.set(session, { phase: phase?.index ?? -1, ...now })
}

const addUp = (
  { state }: Pick<Turn, 'state'>,
  phase: PhaseState | undefined,
  { tokens, usd }: { tokens: number; usd: number },
): void => {
  for (const spent of phase ? [state.budget.spent, phase.spent] : [state.budget.spent]) {
    spent.tokens += tokens
    spent.usd += usd
  }
}

const isUsedUp = ({ state }: Turn, phase: PhaseState | undefined): boolean =>
  findExhausted(state.budget.spent, state.budget.allowed).length > 0 ||
  (phase !== undefined && findExhausted(phase.spent, phase.allowed).length > 0)

const hasSession = ({ state }: Turn, { index }: PhaseState): boolean =>
  [...state.budget.sessions.values()].some(({ phase }) => phase === index)

/** Whether a session of the phase goes on over the phase's own budget. One that has begun may end when only their number is used up. */
const runsOver = (turn: Turn, phase: PhaseState): boolean =>
  hasSession(turn, phase) && findExhausted(phase.spent, phase.allowed).some((kind) => kind !== 'sessions')

/** The same for the whole run: one question for all. Sessions that have begun may end when only their number is used up. */
const settleRunBudget = (turn: Turn): void => {
  const { state } = turn
  const exhausted = findExhausted(state.budget.spent, state.budget.allowed)
  if (exhausted.length === 0) return
  if (exhausted.some((kind) => kind !== 'sessions'))
    for (const index of new Set([...state.budget.sessions.values()].map(({ phase }) => phase))) {
      const phase = state.phases[index]
      if (phase) phase.attempt.overBudget = true
      turn.effects.push({ type: 'interrupt_sessions', ...(phase && { phaseId: phase.id }) })
    }
  // The run may come to its end without any more: it is asked about when something is held up.
  if (state.budget.gate !== undefined) return
  const needed = state.phases.some((phase) => isHeldUp(turn, phase))
  if (!needed) return
  state.budget.gate = `run:budget:${++state.budget.asked}`
  emit(turn, 'budget_exceeded', { spent: { ...state.budget.spent }, budget: { ...state.budget.allowed } })
  openGate(turn, {
    id: state.budget.gate,
    kind: 'blocker',
    blocker: 'budget_exceeded',
    phaseIds: [],
    question: 'The budget of the run is used up. Allow as much again?',
    details: describeSpend(state.budget.spent, state.budget.allowed),
    suggestions: [],
    choices: ['approve', 'abort', 'abort-revert'],
  })
}

const isHeldUp = (turn: Turn, phase: PhaseState): boolean => {
  const { status, place } = phase
  if (place) return hasSession(turn, phase)
  return (status === 'pending' || status === 'ready' || status === 'retrying') && isBroke(turn, phase)
}

/** Whether a phase may not go on because the run's budget is used up. What needs no session is held up by time alone. */
export const isBroke = ({ state }: Turn, phase: PhaseState): boolean => {
  const exhausted = findExhausted(state.budget.spent, state.budget.allowed)
  if (exhausted.length === 0) return false
  return exhausted.includes('wallMs') || usesSession(state, phase)
}

/** A person allows as much again. */
export const allowMore = (turn: Turn): void => {
  const { state } = turn
  delete state.budget.gate
  state.budget.allowed = raiseBudget(state.budget.spent, state.settings.budget)
  wakeForBudget(turn)
}

/** The same for one phase. */
export const allowPhaseMore = ({ state }: Turn, phase: PhaseState): void => {
  phase.allowed = raiseBudget(phase.spent, state.settings.phaseBudget)
}

/** Time runs out by itself: the machine has itself told. */
export const wakeForBudget = ({ state, at, effects }: Turn): void => {
  const {
    budget: { spent, allowed },
  } = state
  if (allowed.wallMs === undefined) return
  state.budget.wake = at + Math.max(1, allowed.wallMs - spent.wallMs)
  effects.push({ type: 'wake', at: state.budget.wake })
}

/** The same for one phase, while it has a slot. */
export const wakeForPhase = ({ at, effects }: Turn, { spent, allowed, place }: PhaseState): void => {
  if (allowed.wallMs === undefined || !place) return
  place.budgetWake = at + Math.max(1, allowed.wallMs - spent.wallMs)
  effects.push({ type: 'wake', at: place.budgetWake })
}

/** The time has come. Where nothing was under way meanwhile, there is some left, and it comes again. */
export const wakeToBudget = (turn: Turn, until: number): void => {
  for (const index of turn.state.schedule.active) {
    const phase = turn.state.phases[index]!
    if (phase.place?.budgetWake !== until) continue
    if (!findExhausted(phase.spent, phase.allowed).includes('wallMs')) wakeForPhase(turn, phase)
    else if (hasSession(turn, phase)) turn.effects.push({ type: 'interrupt_sessions', phaseId: phase.id })
  }
  settleRunBudget(turn)
  const {
    budget: { spent, allowed },
  } = turn.state
  if (until === turn.state.budget.wake && !findExhausted(spent, allowed).includes('wallMs'))
    wakeForBudget(turn)
}

/**
 * A session was stopped because the run's budget was used up: the phase goes on with what it has when there is more.
 * Gives false when it is the phase's own budget, or nobody knows which: that is a question of its own.
 */
export const holdForBudget = (turn: Turn, phase: PhaseState, failure: Failure): boolean => {
  const { state } = turn
  // A person may have allowed more before the last session had ended.
  if (!phase.attempt.overBudget && findExhausted(state.budget.spent, state.budget.allowed).length === 0)
    return false
  phase.attempt.overBudget = false
  delayAttempt(turn, phase, true)
  const { id: phaseId } = phase
  emit(turn, 'phase_delayed', { phaseId, attempt: phase.attempt.number, waitMs: 0, failure })
  settleRunBudget(turn)
  return true
}
