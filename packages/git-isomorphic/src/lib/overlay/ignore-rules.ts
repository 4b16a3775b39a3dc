import ignore, { type Ignore } from 'ignore'

/** Tells whether `.gitignore` files exclude a path. */
export type IgnoreRules = (path: string) => Promise<boolean>

/**
 * Creates the rules of a tree's `.gitignore` files, of which the nearest wins, and of `exclude`, which all of
 * them override.
 *
 * `read` returns the text of a file; null if it does not exist. Each file is read once.
 */
export const createIgnoreRules = (
  exclude: string,
  read: (path: string) => Promise<string | null>,
): IgnoreRules => {
  const known = new Map<string, Promise<Ignore | null>>()
  const rulesOf = (text: string): Ignore => ignore({ ignorecase: false, allowRelativePaths: true }).add(text)
  const excluded = rulesOf(exclude)
  const rulesIn = (folder: string): Promise<Ignore | null> => {
    const found =
      known.get(folder) ?? read(`${folder}.gitignore`).then((text) => (text === null ? null : rulesOf(text)))
    known.set(folder, found)
    return found
  }
  /** Checks one file or folder, regardless of its parents. */
  const isIgnored = async (path: string, isFolder: boolean): Promise<boolean> => {
    const whole = isFolder ? `${path}/` : path
    for (let at = path.lastIndexOf('/') + 1; ; at = path.lastIndexOf('/', at - 2) + 1) {
      const rules = await rulesIn(path.slice(0, at))
      const { ignored, unignored } = rules?.test(whole.slice(at)) ?? {}
      if (ignored || unignored) return ignored === true
      if (at === 0) return excluded.ignores(whole)
    }
  }
  return async (path) => {
    const parts = path.split('/')
    // Files in an excluded folder cannot be included again.
    for (let length = 1; length < parts.length; length += 1) {
      if (await isIgnored(parts.slice(0, length).join('/'), true)) return true
    }
    return isIgnored(path, false)
  }
}
