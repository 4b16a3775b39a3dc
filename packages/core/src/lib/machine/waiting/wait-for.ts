import { decideWait } from '../../policy/failure/decide-wait.ts'
import type { Failure } from '../../contract/failure.ts'
import { delayAttempt } from './delay-attempt.ts'
import type { PhaseState } from '../state/phase-state.ts'
import { emit, type Turn } from '../state/turn.ts'
import { usesSession } from './uses-session.ts'

/** Whose limits a failed session ran into. A driver that does not say is the run's own. */
export const providerOf = ({ state }: Turn, failure: Failure): string =>
  failure.provider ?? state.provider ?? 'agent'

/** Whether another wait for what failed is left. */
export const mayWait = (turn: Turn, phase: PhaseState, failure: Failure): boolean => {
  const { transient, rateLimited } = turn.state.settings.waits
  if (failure.class === 'transient') return phase.effort.waits < transient.limit
  const pause = turn.state.pauses.get(providerOf(turn, failure))
  return (pause?.waits ?? 0) < rateLimited.limit || pause!.until > turn.at
}

/** The phase tries again after a while. It holds no slot meanwhile, and the attempt does not count. */
export const backOff = (turn: Turn, phase: PhaseState, failure: Failure): void => {
  const waitMs = decideWait({
    ...turn.state.settings.waits.transient,
    waits: phase.effort.waits++,
    key: keyOf(turn, phase),
    ...askedOf(failure),
  })
  phase.effort.notBefore = turn.at + waitMs
  delay(turn, phase, failure, waitMs)
  turn.effects.push({ type: 'wake', at: phase.effort.notBefore })
}

/** Nothing is asked of the provider for a while, by no phase. Other providers go on. */
export const pauseProvider = (turn: Turn, phase: PhaseState, failure: Failure): void => {
  const { pauses, settings } = turn.state
  const provider = providerOf(turn, failure)
  const pause = pauses.get(provider) ?? { until: 0, waits: 0 }
  const waits = pause.waits
  // Those that were on their way when the pause began belong to it.
  if (pause.until <= turn.at) pause.waits++
  const waitMs = decideWait({
    ...settings.waits.rateLimited,
    waits,
    key: keyOf(turn, phase),
    ...askedOf(failure),
  })
  const until = Math.max(pause.until, turn.at + waitMs)
  if (until > pause.until) {
    pause.until = until
    pauses.set(provider, pause)
    emit(turn, 'provider_paused', { phaseId: phase.id, provider, waitMs, failure })
    turn.effects.push({ type: 'wake', at: until })
  }
  delay(turn, phase, failure, until - turn.at)
  // It may have failed at another provider than the one that it is held up by: a reviewer's, for instance.
  phase.effort.notBefore = until
}

/** Which provider takes no sessions for now that a phase needs, and for how many milliseconds; undefined for none. */
export const findPause = (
  { state, at }: Turn,
  phase: PhaseState,
): { provider: string; waitMs: number } | undefined => {
  if (state.pauses.size === 0) return undefined
  const provider = state.provider ?? 'agent'
  const waitMs = (state.pauses.get(provider)?.until ?? at) - at
  return waitMs > 0 && usesSession(state, phase) ? { provider, waitMs } : undefined
}

/** A session came to its end: whoever refused it before takes sessions again. */
export const endPause = ({ state, at }: Turn): void => {
  const provider = state.provider ?? 'agent'
  if ((state.pauses.get(provider)?.until ?? at + 1) <= at) state.pauses.delete(provider)
}

/** The clock may have been set back meanwhile: what was to be waited for until then has come. */
export const wakeUp = ({ state, at }: Turn, until: number): void => {
  for (const index of state.schedule.resuming) {
    const phase = state.phases[index]!
    if ((phase.effort.notBefore ?? Infinity) <= until) phase.effort.notBefore = undefined
  }
  for (const pause of state.pauses.values()) if (pause.until <= until) pause.until = Math.min(pause.until, at)
}

/** What a new process has to be told of again. */
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
  delayAttempt(turn, phase, turn.state.settings.retry.workspace === 'keep')
  emit(turn, 'phase_delayed', { phaseId: phase.id, attempt: phase.attempt.number, waitMs, failure })
}

const keyOf = ({ state }: Turn, { id, attempt }: PhaseState): string =>
  `${state.runId}/${id}/${attempt.number}`

const askedOf = ({ retryAfterMs }: Failure): { retryAfterMs?: number } =>
  retryAfterMs === undefined ? {} : { retryAfterMs }
