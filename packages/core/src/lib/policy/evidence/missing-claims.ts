import { readFileNames } from './read-file-names.ts'
import { coversPath } from './change/covers-path.ts'

/** Most files that are returned. */
const maxFiles = 40

/**
 * Returns the files that an agent reported as changed, by unit, but that its work does not change. A changed
 * file may be named by its last parts, a folder of it, or a pattern. Nothing is decided by them alone.
 */
export const missingClaims = (
  claimed: ReadonlyMap<string, readonly string[]> | undefined,
  files: readonly string[],
): string[] => {
  if (!claimed) return []
  const changed = new Set(files.flatMap(namesOf))
  const isChanged = (name: string): boolean => {
    if (changed.has(name.replace(/^\/+/, ''))) return true
    const pattern = name.replace(/[?]|\{[^{}]*\}|\[[^[\]]*\]/g, '*')
    return pattern.includes('*') && files.some((path) => coversPath(pattern, path))
  }
  const missing = [...claimed.values()]
    .flat()
    .flatMap((entry) => (isChanged(entry) ? [] : readFileNames(entry)))
    .filter((name) => !isChanged(name))
  return [...new Set(missing)].slice(0, maxFiles)
}

/** The names of a changed file: its path, its last parts, and the folders that contain it. */
const namesOf = (path: string): string[] => {
  const slashes = [...path].flatMap((sign, at) => (sign === '/' ? [at] : []))
  return [path, ...slashes.flatMap((at) => [path.slice(0, at), path.slice(at + 1)])]
}
