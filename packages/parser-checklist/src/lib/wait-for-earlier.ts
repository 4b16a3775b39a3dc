/**
 * For each task or phase, in order, the ids that it waits for.
 *
 * It waits for the one before it, or for the whole run of `[P]` before it. What is marked `[P]` waits for the
 * last one before its run. So `a`, `b [P]`, `c [P]`, `d` is a; then b beside c; then d. An id that is there
 * again waits for the same.
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
