import { decideWait } from '../../policy/failure/decide-wait.ts'
import type { Failure } from '../../contract/failure.ts'
import { interruptAttempt } from './interrupt-attempt.ts'
import type { PhaseState } from '../state/phase-state.ts'
import { hasOther, mayFailOver, mayPassOn, nextProvider, refusalsOf } from './next-provider.ts'
import { emit, type Turn } from '../state/turn.ts'
import { usesSession } from './uses-session.ts'

/** Returns the provider whose limits a failed session reached. The default is the run's own. */
export const providerOf = ({ state }: Turn, failure: Failure): string =>
  failure.provider ?? state.provider ?? 'agent'

/** Whether the limits allow another wait after this failure. */
export const mayWait = (turn: Turn, phase: PhaseState, failure: Failure): boolean => {
  const { transient, rateLimited } = turn.state.settings.waits
  if (failure.class === 'transient' || failure.class === 'interrupted')
    return phase.effort.waitedMs < transient.totalMs
  const provider = providerOf(turn, failure)
  const pause = turn.state.pauses.get(provider)
  return (
    mayFailOver(turn, phase, provider) || (pause?.waits ?? 0) < rateLimited.limit || pause!.until > turn.at
  )
}

/** Interrupts the attempt until the failure may have passed. The phase has no place until then. */
export const backOff = (turn: Turn, phase: PhaseState, failure: Failure): void => {
  const waitMs = decideWait({
    ...turn.state.settings.waits.transient,
    waits: phase.effort.waits++,
    key: keyOf(turn, phase),
    ...askedOf(failure),
  })
  phase.effort.waitedMs += waitMs
  phase.effort.notBefore = turn.at + waitMs
  delay(turn, phase, failure, waitMs)
  turn.effects.push({ type: 'wake', at: phase.effort.notBefore })
}

/** Pauses a provider for all phases. Other providers continue. */
export const pauseProvider = (turn: Turn, phase: PhaseState, failure: Failure): void => {
  const { pauses, settings } = turn.state
  const provider = providerOf(turn, failure)
  const pause = pauses.get(provider) ?? { until: 0, waits: 0, totalMs: 0 }
  const waits = pause.waits
  const wasPaused = pause.until > turn.at
  // Sessions that were already running when the pause began belong to it.
  if (!wasPaused) pause.waits++
  const waitMs = decideWait({
    ...settings.waits.rateLimited,
    waits,
    key: keyOf(turn, phase),
    ...askedOf(failure),
  })
  const until = Math.max(pause.until, turn.at + waitMs)
  if (until > pause.until) {
    pause.totalMs += until - Math.max(pause.until, turn.at)
    pause.until = until
    pauses.set(provider, pause)
    emit(turn, 'provider_paused', { phaseId: phase.id, provider, waitMs, failure })
    turn.effects.push({ type: 'wake', at: until })
  }
  // A provider that is asked again in spite of its pause is the only one that the caller's function names.
  const isOnly = wasPaused && phase.effort.passedOver === provider
  const isWaiting = isOnly || !hasOther(turn, phase, provider)
  phase.effort.passedOver = provider
  delay(turn, phase, failure, isWaiting ? until - turn.at : 0)
  // The phase's own provider may be another one than the paused one: a reviewer's, for example.
  phase.effort.notBefore = isWaiting ? until : undefined
}

/** Whether the next agent of the list may take over the work that a model refused. */
export const mayPass = (turn: Turn, phase: PhaseState, failure: Failure): boolean =>
  mayPassOn(turn, phase, providerOf(turn, failure))

/** Continues the attempt with the next agent, because the model of this one refused the work. */
export const passOn = (turn: Turn, phase: PhaseState, failure: Failure): void => {
  refusalsOf(phase).add(providerOf(turn, failure))
  delay(turn, phase, failure, 0)
}

/** Finds a paused provider that a phase needs, and the milliseconds left; undefined if there is none. */
export const findPause = (
  turn: Turn,
  phase: PhaseState,
): { provider: string; waitMs: number } | undefined => {
  const { state, at } = turn
  if (state.pauses.size === 0) return undefined
  const provider = nextProvider(turn, phase)
  const waitMs = (state.pauses.get(provider)?.until ?? at) - at
  return waitMs > 0 && usesSession(state, phase) ? { provider, waitMs } : undefined
}

/** Ends the pause of a provider that has completed a session. */
export const endPause = ({ state, at }: Turn, provider = state.provider ?? 'agent'): void => {
  if ((state.pauses.get(provider)?.until ?? at + 1) <= at) state.pauses.delete(provider)
}

/** Ends the waits until this time, also if the clock has been set back since. */
export const wakeUp = ({ state, at }: Turn, until: number): void => {
  for (const index of state.schedule.resuming) {
    const phase = state.phases[index]!
    if ((phase.effort.notBefore ?? Infinity) <= until) phase.effort.notBefore = undefined
  }
  for (const pause of state.pauses.values()) if (pause.until <= until) pause.until = Math.min(pause.until, at)
}

/**
 * Moves the waits to the clock of a process that resumes the run, if it is behind that of the process before:
 * otherwise they would last longer by the difference.
 */
export const adoptClock = ({ state, at }: Turn): void => {
  const behind = (state.budget.lastAt ?? at) - at
  if (behind <= 0) return
  for (const pause of state.pauses.values()) pause.until -= behind
  for (const index of state.schedule.resuming) {
    const { effort } = state.phases[index]!
    if (effort.notBefore !== undefined) effort.notBefore -= behind
  }
}

/** Asks for the wake-ups that an earlier process was waiting for. */
export const wakeAgain = (turn: Turn): void => {
  const {
    phases,
    pauses,
    schedule: { resuming },
  } = turn.state
  const times = [...pauses.values()].map(({ until }) => until)
  for (const index of resuming) times.push(phases[index]!.effort.notBefore ?? 0)
  for (const at of new Set(times)) if (at > turn.at) turn.effects.push({ type: 'wake', at })
}

const delay = (turn: Turn, phase: PhaseState, failure: Failure, waitMs: number): void => {
  interruptAttempt(turn, phase, failure)
  emit(turn, 'phase_delayed', { phaseId: phase.id, attempt: phase.attempt.number, waitMs, failure })
}

const keyOf = ({ state }: Turn, { id, attempt }: PhaseState): string =>
  `${state.runId}/${id}/${attempt.number}`

const askedOf = ({ retryAfterMs }: Failure): { retryAfterMs?: number } =>
  retryAfterMs === undefined ? {} : { retryAfterMs }
