import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { listGitDirs } from './list-git-dirs.ts'
import type { Repository } from './locate-repository.ts'

/** The entries that git and Amelia make in a git dir. All others are of filters. */
const ownEntries =
  /^(?:[A-Z][A-Z_]*|amelia|branches|commondir|config(?:\.worktree)?|description|fsmonitor--daemon.*|gc\.(?:log|pid)|gitdir|hooks|index|info|logs|lost-found|modules|objects|packed-refs|rebase-.*|refs|rr-cache|sequencer|shallow|sharedindex\..*|svn|worktrees|.*\.lock)$/

/** Contents of files that are stored outside of the commits, which are no keys. */
const contents = /^(?:annex|lfs)$/

/** Lists the files and folders below a git dir that neither git nor Amelia makes: the state of filters. */
export const findState = (gitDir: string): string[] =>
  list(gitDir)
    .filter((name) => !ownEntries.test(name))
    .map((name) => join(gitDir, name))

/**
 * Lists the state of filters that may contain keys: that of a repository, of all its worktrees, and of their
 * submodules.
 */
export const findKeys = ({ commonDir }: Pick<Repository, 'commonDir'>): string[] => {
  const worktrees = join(commonDir, 'worktrees')
  const roots = [commonDir, ...list(worktrees).map((name) => join(worktrees, name))]
  const dirs = roots.flatMap((root) => [root, ...listGitDirs(join(root, 'modules'))])
  return dirs.flatMap((dir) => findState(dir)).filter((path) => !contents.test(path.split('/').at(-1)!))
}

const list = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
