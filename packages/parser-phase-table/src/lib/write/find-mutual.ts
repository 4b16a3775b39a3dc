import type { Row } from '../row/row.ts'

/** Maximum number of visited phases in total. If there are more, the rest is unchanged. */
const limit = 2_000_000

/**
 * Finds, for each phase, phases that name it in `Parallel With` and that it does not name itself.
 *
 * Excludes phases that depend on each other, directly or not: the author has to fix such a claim.
 */
export const findMutual = (
  rows: readonly Row[],
  read: (cell: string, self: string) => string[],
): Map<string, string[]> => {
  // A repeated id is an error, and ambiguous.
  if (new Set(rows.map(({ id }) => id)).size < rows.length) return new Map()
  const beside = new Map(rows.map((row) => [row.id, new Set(read(row.parallelWith, row.id))]))
  const dependsOn = new Map(rows.map((row) => [row.id, read(row.dependsOn, row.id)]))
  const added = new Map<string, string[]>()
  const reached = new Map<string, Set<string>>()
  let left = limit
  const ancestors = (id: string): Set<string> => {
    const known = reached.get(id)
    if (known) return known
    const found = new Set<string>()
    const open = [id]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const before of dependsOn.get(next) ?? []) {
        left--
        if (left < 0 || found.has(before)) continue
        found.add(before)
        open.push(before)
      }
    }
    reached.set(id, found)
    return found
  }
  for (const [id, named] of beside) {
    for (const other of named) {
      left--
      const back = beside.get(other)
      if (left < 0 || other === id || !back || back.has(id)) continue
      if (ancestors(id).has(other) || ancestors(other).has(id) || left < 0) continue
      const list = added.get(other)
      if (list) list.push(id)
      else added.set(other, [id])
    }
  }
  return added
}
