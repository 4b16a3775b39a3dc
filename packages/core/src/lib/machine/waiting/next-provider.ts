import { chooseProvider, type Providers } from '../../policy/dispatch/choose-provider.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { RunState } from '../state/run-state.ts'
import type { Turn } from '../state/turn.ts'

/** Records the providers of the process that runs the run now. */
export const takeProviders = (
  state: RunState,
  { provider, providers }: { provider?: string; providers?: Providers },
): void => {
  if (provider === undefined) delete state.provider
  else state.provider = provider
  if (providers === undefined) delete state.providers
  else state.providers = providers
  state.providersOfPhases.clear()
  for (const { phaseId, developer } of providers?.phases ?? [])
    state.providersOfPhases.set(phaseId, developer)
}

/** Returns the provider of the session that would do the phase's work now. */
export const nextProvider = (turn: Turn, phase: PhaseState): string =>
  choose(turn, phase, developersOf(turn.state, phase)) ?? 'agent'

/** Whether sessions like the one that reached the limits of a provider go to another one now. */
export const hasOther = (turn: Turn, phase: PhaseState, provider: string): boolean =>
  listsWith(turn.state, phase, provider).every((list) => {
    const next = choose(turn, phase, list)
    return next !== undefined && next !== provider && !isPaused(turn, next)
  })

/** Whether another provider could take over the sessions that reach the limits of this one. */
export const mayFailOver = (turn: Turn, phase: PhaseState, provider: string): boolean =>
  listsWith(turn.state, phase, provider).every((list) =>
    list.some((other) => other !== provider && !isPaused(turn, other)),
  )

/** Whether an agent for sessions like the one that this provider's model refused has not refused them yet. */
export const mayPassOn = (turn: Turn, phase: PhaseState, provider: string): boolean => {
  const refusedBy = refusalsOf(phase)
  return listsWith(turn.state, phase, provider).every((list) =>
    list.some((other) => other !== provider && !refusedBy.has(other)),
  )
}

/** The providers whose model refused sessions like those of the phase now. */
export const refusalsOf = ({ status, effort }: PhaseState): Set<string> =>
  effort.refusedBy[status === 'reviewing' ? 'review' : 'work']

const isPaused = ({ state, at }: Turn, provider: string): boolean =>
  (state.pauses.get(provider)?.until ?? at) > at

/** The lists that the failed session was chosen from; an empty one if it has a separate driver. */
const listsWith = (state: RunState, phase: PhaseState, provider: string): (readonly string[])[] => {
  const { reviewer = [], evaluator = [] } = state.providers ?? {}
  const lists = phase.status === 'reviewing' ? [reviewer, evaluator] : [developersOf(state, phase)]
  const fitting = lists.filter((list) => list.includes(provider))
  return fitting.length > 0 ? fitting : [[]]
}

const developersOf = (state: RunState, { id }: PhaseState): readonly string[] =>
  state.providersOfPhases.get(id) ?? state.providers?.developer ?? [state.provider ?? 'agent']

const choose = ({ state, at }: Turn, phase: PhaseState, providers: readonly string[]): string | undefined =>
  chooseProvider(providers, state.pauses, {
    at,
    failoverAfterMs: state.settings.waits.rateLimited.failoverAfterMs ?? Infinity,
    refused: refusalsOf(phase),
  })
