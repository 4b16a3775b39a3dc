import type { ReferenceBudget } from '@amelia/markdown'
import type { Task } from '../find-tasks.ts'
import { partsFirst } from './parts-first.ts'
import { waitForEarlier } from './wait-for-earlier.ts'

/**
 * Returns a function that replaces commits among ids by the tasks that these wait for: those that a commit
 * declares, which `stated` returns, else those before it. `tasks` contains the commits too, in order.
 */
export const passCommits = (
  tasks: readonly Task[],
  commits: readonly Task[],
  stated: (commit: Task) => string[] | undefined,
  budget: ReferenceBudget,
): ((ids: readonly string[]) => string[]) => {
  if (commits.length === 0) return (ids) => [...ids]
  const named = tasks.flatMap(({ id, text }) => (id === '' ? [] : [{ id, parallel: text.parallel }]))
  const all = partsFirst(named)
  const earlier = waitForEarlier(all)
  const waits = new Map(all.map(({ id }, index) => [id, earlier[index] ?? []]))
  const instead = new Map<string, string[]>()
  const pass = (ids: readonly string[]): string[] => {
    const found = new Set<string>()
    for (const id of ids) {
      const others = instead.get(id) ?? [id]
      if (budget.spend(others.length)) for (const other of others) found.add(other)
    }
    return [...found]
  }
  // A commit that waits for a later one stays unknown, so it is reported.
  for (const commit of commits) instead.set(commit.id, pass(stated(commit) ?? waits.get(commit.id) ?? []))
  return pass
}
