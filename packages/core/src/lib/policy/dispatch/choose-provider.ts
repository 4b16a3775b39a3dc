/** The providers of a run's sessions by name, each list in order of failover. */
export interface Providers {
  /** Those of developers. */
  developer: string[]
  /** Those of reviewers. */
  reviewer: string[]
  /** Those of evaluators. */
  evaluator: string[]
  /** Phases whose developers have other providers. */
  phases: { phaseId: string; developer: string[] }[]
}

/** The pauses of a provider that accepts no sessions for a while. */
export interface ProviderPause {
  /** Milliseconds since 1970. */
  until: number
  /** Length of the pauses in a row, in milliseconds. */
  totalMs: number
}

/** The present state of a choice. */
export interface ProviderFacts {
  /** Milliseconds since 1970. */
  at: number
  /** How long the pauses in a row of a provider may be until it is passed over. */
  failoverAfterMs: number
  /** The providers whose model has refused the work. */
  refused?: ReadonlySet<string> | undefined
}

/**
 * Chooses the provider of the next session: the first one that accepts sessions, or will do so soon.
 *
 * A paused provider is passed over once its pauses in a row are longer than `failoverAfterMs`. If all are
 * passed over, the one that accepts sessions first is chosen. Providers whose model has `refused` the work
 * are only chosen if all have. Undefined for an empty list.
 */
export const chooseProvider = (
  all: readonly string[],
  pauses: ReadonlyMap<string, ProviderPause>,
  { at, failoverAfterMs, refused }: ProviderFacts,
): string | undefined => {
  const willing = all.filter((provider) => !refused?.has(provider))
  const providers = willing.length > 0 ? willing : all
  const endOf = (provider: string): number => Math.max(at, pauses.get(provider)?.until ?? at)
  const usable = providers.find(
    (provider) => endOf(provider) === at || pauses.get(provider)!.totalMs <= failoverAfterMs,
  )
  return usable ?? [...providers].sort((a, b) => endOf(a) - endOf(b))[0]
}
