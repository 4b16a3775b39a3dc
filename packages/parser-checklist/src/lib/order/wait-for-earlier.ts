/**
 * Returns the dependencies of each task or phase, in order.
 *
 * An entry depends on the one before it, or on all consecutive `[P]` entries before it. Consecutive `[P]`
 * entries depend on the last entry before them. So `a`, `b [P]`, `c [P]`, `d` runs a, then b and c in
 * parallel, then d. A repeated id has the same dependencies.
 */
export const waitForEarlier = (items: readonly { id: string; parallel: boolean }[]): string[][] => {
  let barrier: string | undefined
  let run: string[] = []
  const known = new Map<string, string[]>()
  return items.map(({ id, parallel }) => {
    const before = known.get(id)
    if (before) return before
    const alone = barrier === undefined ? [] : [barrier]
    const dependsOn = parallel || run.length === 0 ? alone : run
    known.set(id, dependsOn)
    if (parallel) run.push(id)
    else {
      barrier = id
      run = []
    }
    return dependsOn
  })
}
