import type { IgnoredPath } from '../../contract/git/ignored-path.ts'
import type { GitBackendV1 } from '../../contract/git-backend.ts'
import type { Workspace } from '../../contract/workspace.ts'
import { checkPath } from '../../plan/validation/check-path.ts'

/** Most paths that git is asked about. */
export const maxAsked = 10_000

/** An ignored path, and its rule, such as `.gitignore:1: .env*`. */
export interface RuledPath {
  path: string
  rule: string
}

/**
 * Lists those of these paths that git ignores in a workspace or, with `null`, in the user's checkout. A
 * pattern stands for the folder that it begins with.
 */
export const findIgnored = async (
  git: Pick<GitBackendV1, 'findIgnored'>,
  workspace: Workspace | null,
  paths: readonly string[],
): Promise<RuledPath[]> => {
  const asked = new Map<string, string[]>()
  for (const path of paths.filter(isInside).slice(0, maxAsked)) {
    const plain = plainPart(path)
    if (plain !== '') asked.set(plain, [...(asked.get(plain) ?? []), path])
  }
  const found = asked.size === 0 ? [] : ((await git.findIgnored?.(workspace, [...asked.keys()])) ?? [])
  return found.flatMap((one) => (asked.get(one.path) ?? []).map((path) => ({ path, rule: ruleOf(one) })))
}

/** Names a rule by its file, line and pattern. */
export const ruleOf = ({ source, line, pattern }: IgnoredPath): string => `${source}:${line}: ${pattern}`

/** Returns a path, or the folder that a pattern begins with. */
export const plainPart = (path: string): string => {
  const star = path.indexOf('*')
  return star < 0 ? path : path.slice(0, path.lastIndexOf('/', star) + 1)
}

/** Whether a path leads into the repository. */
export const isInside = (path: string): boolean => 'path' in checkPath(path)
