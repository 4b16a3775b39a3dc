import { existsSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AmeliaError } from '@amelia/core/plugin'
import { createObjectReader, type ObjectReader } from '../call/object-reader.ts'
import { type GitAnswer, type GitCall, runGit } from '../call/run-git.ts'

/** The user's repository. */
export interface Repository {
  /** The git dir of the user's checkout, with their HEAD and index. */
  gitDir: string
  /** The git dir that all worktrees share: objects, refs, configuration. */
  commonDir: string
  /** The root of the user's checkout. */
  top: string
  /** The folder with the copies of programs that all processes on a repository and its submodules share. */
  programsFolder: string
  objectFormat: 'sha1' | 'sha256'
  /** Reads objects, without the user's work tree. */
  objects: ObjectReader
  /** Runs git on the refs and objects, without the user's work tree. */
  git(args: string[], call?: Omit<GitCall, 'gitDir' | 'workTree' | 'cwd'>): Promise<GitAnswer>
}

/**
 * Finds the repository of a folder, which may be below the root or in a linked worktree.
 *
 * Throws `NOT_A_REPOSITORY`, and `REPOSITORY_NOT_READY` for a bare repository or a git that is too old.
 */
export const locateRepository = async (folder: string): Promise<Repository> => {
  const path = resolve(folder)
  const missing = (why: string): AmeliaError =>
    new AmeliaError('NOT_A_REPOSITORY', `${path} ${why}`, { path })
  if (!existsSync(path)) throw missing('does not exist. Pass the folder of a git repository.')
  await requireVersion(path)
  const found = await runGit(
    [
      'rev-parse',
      '--path-format=absolute',
      '--absolute-git-dir',
      '--git-common-dir',
      '--show-object-format',
      '--is-bare-repository',
      '--is-inside-work-tree',
      // The way up to the root. `--show-toplevel` fails in a bare repository.
      '--show-cdup',
    ],
    { cwd: path, accept: [0, 128] },
  )
  if (found.exitCode !== 0) {
    if (!/not a git repository/i.test(found.stderr)) {
      throw missing(`cannot be used as a git repository: ${found.stderr.trim()}`)
    }
    throw missing(
      'is not inside a git repository. Pass the folder of one (--repo DIR), or create one: `git init`.',
    )
  }
  const [gitDir = '', commonDir = '', format, bare, inside, up = ''] = found.text.split('\n')
  if (bare === 'true') {
    const message = `${path} is a bare repository, but Amelia needs a checkout. Clone it, and run there.`
    throw new AmeliaError('REPOSITORY_NOT_READY', message, { reason: 'bare' })
  }
  if (inside !== 'true') throw missing("is inside git's own folder. Pass the folder of the checkout.")
  const common = realpathSync(commonDir)
  return {
    gitDir: realpathSync(gitDir),
    commonDir: common,
    top: resolve(realpathSync(path), up),
    programsFolder: join(common, 'amelia', 'programs'),
    objectFormat: format === 'sha256' ? 'sha256' : 'sha1',
    objects: createObjectReader({ gitDir, workTree: common }),
    // The common dir stands in for the work tree, because it contains no attributes and no content.
    git: (args, call = {}) => runGit(args, { gitDir, workTree: common, ...call }),
  }
}

/** The versions of the programs that this process has asked, by where it found them. */
const versions = new Map<string | undefined, string>()

/** Throws for a git without `merge-tree --write-tree`, which came with 2.38. */
const requireVersion = async (path: string): Promise<void> => {
  const place = process.env['PATH']
  const text = versions.get(place) ?? (await runGit(['version'], { cwd: path })).text
  versions.set(place, text)
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(text) ?? []
  if (Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 38)) return
  const message = `${text} is too old: Amelia needs git 2.38 or later.`
  throw new AmeliaError('REPOSITORY_NOT_READY', message, { reason: 'unsupported' })
}
