import type { PhaseState } from '../state/phase-state.ts'
import type { RunState } from '../state/run-state.ts'
import { shortId } from '../state/short-id.ts'

/** Phases that are named one by one. */
const maxNamed = 5

/**
 * Names what was integrated since a phase's base, each phase with its commit: `phase b (1a2b3c4d5e6f) and
 * phase c (...)`.
 *
 * `paths`: names only the phases that changed one of them, where there are such.
 */
export const nameIntegratedSince = (
  state: RunState,
  { attempt: { base } }: PhaseState,
  paths?: readonly string[],
): string => {
  const since: PhaseState[] = []
  for (const index of [...state.integrated].reverse()) {
    const phase = state.phases[index]!
    if (phase.integrated?.commit === base) break
    since.unshift(phase)
    if (phase.integrated?.under === base) break
  }
  const touching = since.filter(({ attempt }) => paths?.some((path) => attempt.work?.files.includes(path)))
  const named = touching.length > 0 ? touching : since
  if (named.length === 0) return `the commits up to ${shortId(state.head)}`
  const names = named
    .slice(0, maxNamed)
    .map(({ id, integrated }) => `phase ${id} (${shortId(integrated?.commit)})`)
  const more = named.length - names.length
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(' and ')
}
