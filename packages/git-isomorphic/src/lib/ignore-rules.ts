import ignore, { type Ignore } from 'ignore'

/** Whether a path is left out by `.gitignore` files. */
export type IgnoreRules = (path: string) => Promise<boolean>

/**
 * The rules of the `.gitignore` files of a tree, the nearest one deciding, and of `exclude`, which every file overrides.
 *
 * `read` gives the text of a file by its path; null for none. Each is read once.
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
  /** Of one file or folder, those above it not looked at. */
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
    // What is in a folder that is left out cannot be taken in again.
    for (let length = 1; length < parts.length; length += 1) {
      if (await isIgnored(parts.slice(0, length).join('/'), true)) return true
    }
    return isIgnored(path, false)
  }
}
