import type { Phase } from '@amelia/core/plugin'

/** Sorts phases after their dependencies and otherwise keeps their order. Phases in a cycle come last. */
export const sortPhases = (phases: readonly Phase[]): Phase[] => {
  const positions = new Map(phases.map((phase, index) => [phase.id, index]))
  const missing = phases.map(() => 0)
  const dependents = phases.map((): number[] => [])
  phases.forEach(({ dependsOn }, index) => {
    for (const id of new Set(dependsOn)) {
      const at = positions.get(id)
      if (at === undefined || at === index) continue
      dependents[at]?.push(index)
      missing[index] = (missing[index] ?? 0) + 1
    }
  })
  if (phases.every(({ dependsOn }, index) => dependsOn.every((id) => (positions.get(id) ?? -1) < index))) {
    return [...phases]
  }
  const sorted: Phase[] = []
  const placed = new Set<number>()
  /** Phases that may come next, the first one on top. */
  const ready = phases.flatMap((_, index) => (missing[index] === 0 ? [index] : [])).reverse()
  for (let at = ready.pop(); at !== undefined; at = ready.pop()) {
    const phase = phases[at]
    if (phase) sorted.push(phase)
    placed.add(at)
    const next: number[] = []
    for (const dependent of dependents[at] ?? []) {
      missing[dependent] = (missing[dependent] ?? 0) - 1
      if (missing[dependent] === 0) next.push(dependent)
    }
    for (const dependent of next.reverse()) ready.push(dependent)
  }
  return [...sorted, ...phases.filter((_, index) => !placed.has(index))]
}
