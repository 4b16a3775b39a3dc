import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gitParts } from '@amelia/core/plugin'
import type { Repository } from '../repository/locate-repository.ts'

/**
 * Explains why a branch must not be moved, as the end of a sentence; null if it may be moved.
 *
 * Moving a checked-out branch would make its checkout look changed, and a symbolic ref is an alias of another
 * branch. With `inPlace`, the caller updates the user's checkout.
 */
export const whyLocked = async (
  repository: Repository,
  branch: string,
  { inPlace = false }: { inPlace?: boolean } = {},
): Promise<string | null> => {
  const { text } = await repository.git([
    'for-each-ref',
    '--format=%(refname)%00%(symref)%00%(worktreepath)',
    branch,
  ])
  for (const line of text.split('\n')) {
    const [name, symbolic, path] = line.split('\0')
    if (name !== branch) continue
    if (symbolic) return `it is another name of ${symbolic}`
    if (path && !(inPlace && path === repository.top)) return `it is checked out in ${path}`
  }
  for (const { gitDir, place } of worktrees(repository)) {
    const isOwn = inPlace && gitDir === repository.gitDir
    if (!isOwn && read(join(gitDir, 'HEAD')) === `ref: ${branch}`) return `it is checked out in ${place}`
    for (const [file, what] of gitParts.operations) {
      const words = read(join(gitDir, file)).split(/\s+/)
      if (words.some((word) => word === branch || `refs/heads/${word}` === branch)) {
        return `it is ${what} in ${place}`
      }
    }
  }
  return null
}

const worktrees = (repository: Repository): { gitDir: string; place: string }[] => {
  const folder = join(repository.commonDir, 'worktrees')
  let names: string[] = []
  try {
    names = readdirSync(folder)
  } catch {
    // There are no linked worktrees.
  }
  const linked = names.map((name) => ({
    gitDir: join(folder, name),
    place: dirname(read(join(folder, name, 'gitdir'))),
  }))
  return [{ gitDir: repository.commonDir, place: dirname(repository.commonDir) }, ...linked]
}

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}
