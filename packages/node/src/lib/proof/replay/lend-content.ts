import { copyFile, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { runGit } from '../../git/call/run-git.ts'
import { isFolder, isGitDir } from '../../git/repository/find-module.ts'
import { findState } from '../../git/repository/find-state.ts'
import type { Repository } from '../../git/repository/locate-repository.ts'
import { openTree } from '../../git/repository/program/commit-tree.ts'
import { findNamed } from '../../git/repository/program/find-named.ts'
import { readPrograms } from '../../git/repository/program/read-programs.ts'

/** The content that a clone borrows. */
export interface LentContent {
  /** Filters that do not run, because the commits contain their programs. */
  refused: string[]
  /** Files and folders below the git dir that filters keep, and commands must not read. */
  state: string[]
}

/**
 * Lets a clone use what the commits do not contain: initialised submodules, and the filters of the user's
 * configuration with their state below the git dir. The repository stays as it is.
 *
 * A filter whose program is a file of one of the commits does not run, because nothing confines it.
 */
export const lendContent = async (
  repository: Repository,
  clone: string,
  commits: readonly string[],
): Promise<LentContent> => {
  const { commonDir, gitDir, objectFormat, top } = repository
  for (const root of new Set([commonDir, gitDir]))
    await lendModules(join(root, 'modules'), join(clone, 'modules'), objectFormat)
  const { filters } = await readPrograms(repository)
  if (filters.length === 0) return { refused: [], state: [] }
  for (const [setting, value] of await readOwnFilters(repository)) await addTo(clone, setting, value)
  const refused: string[] = []
  for (const { name, commands } of filters) {
    if (!(await isNamed(repository, commits, [...commands.values()], top))) continue
    refused.push(name)
    // Empty commands replace those of the user's global configuration.
    for (const key of ['clean', 'smudge', 'process']) await addTo(clone, `filter.${name}.${key}`, '')
    await addTo(clone, `filter.${name}.required`, 'false')
  }
  await copyFile(join(commonDir, 'info/attributes'), join(clone, 'info/attributes')).catch(() => {})
  const state = findState(commonDir)
  for (const path of state) await symlink(path, join(clone, basename(path))).catch(() => {})
  return { refused, state }
}

const addTo = (clone: string, setting: string, value: string): Promise<unknown> =>
  runGit(['config', '--file', join(clone, 'config'), '--add', setting, value], { cwd: clone })

/** Reads the settings of filters that the repository's configuration adds to the user's. */
const readOwnFilters = async ({ git }: Repository): Promise<[setting: string, value: string][]> => {
  const args = ['config', '-z', '--show-scope', '--get-regexp', String.raw`^filter\.`]
  const fields = (await git(args, { accept: [0, 1] })).stdout.toString().split('\0')
  const own: [string, string][] = []
  for (let index = 0; index + 1 < fields.length; index += 2) {
    if (fields[index] !== 'local' && fields[index] !== 'worktree') continue
    // A setting without a value is true.
    const [setting = '', ...lines] = fields[index + 1]!.split('\n')
    own.push([setting, lines.length === 0 ? 'true' : lines.join('\n')])
  }
  return own
}

/** Whether a commit contains a file that one of the commands names. */
const isNamed = async (
  { objects }: Repository,
  commits: readonly string[],
  commands: readonly string[],
  top: string,
): Promise<boolean> => {
  for (const commit of commits) {
    const tree = openTree(objects, commit)
    for (const command of commands) {
      const { files } = await findNamed(tree, command, { top, path: process.env['PATH'] ?? '' })
      if (files.size > 0) return true
    }
  }
  return false
}

/** Makes a repository for each one below a folder, with the objects of that one. Follows no links. */
const lendModules = async (from: string, to: string, format: string): Promise<void> => {
  if (!isFolder(from)) return
  for (const entry of await readdir(from)) {
    const [source, own] = [join(from, entry), join(to, entry)]
    if (!isFolder(source)) continue
    if (!isGitDir(source)) {
      await lendModules(source, own, format)
      continue
    }
    await mkdir(own, { recursive: true })
    await runGit(['init', '-q', '--bare', `--object-format=${format}`], { cwd: own })
    await writeFile(join(own, 'objects/info/alternates'), `${join(source, 'objects')}\n`)
    await lendModules(join(source, 'modules'), join(own, 'modules'), format)
  }
}
