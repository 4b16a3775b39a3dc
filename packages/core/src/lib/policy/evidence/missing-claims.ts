/** Most paths that are returned. */
const maxPaths = 40

/**
 * Returns the files that an agent reported as changed, by unit, but that are neither changed files nor
 * folders of them.
 */
export const missingClaims = (
  claimed: ReadonlyMap<string, readonly string[]> | undefined,
  files: readonly string[],
): string[] => {
  if (!claimed) return []
  const changed = new Set<string>()
  for (const path of files)
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) changed.add(path.slice(0, end))
  const paths = new Set([...claimed.values()].flat())
  return [...paths].filter((path) => !changed.has(path)).slice(0, maxPaths)
}
