import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { lstatPath } from '../../file/lstat-path.ts'
import { runGit } from '../call/run-git.ts'
import type { Slot } from './slot.ts'

/**
 * Lists the submodules whose folders contain files but no repository. Git reports neither these files nor the
 * folder, so they would be lost. `known`: submodules that are left out.
 */
export const listFilledSubmodules = async (
  { gitDir, base, workspace: workTree }: Slot,
  known: ReadonlySet<string>,
): Promise<string[]> => {
  if ((await lstatPath(workTree, '.gitmodules')) === null) return []
  const { text } = await runGit(
    ['config', '--blob', `${base}:.gitmodules`, '-z', '--get-regexp', String.raw`^submodule\..*\.path$`],
    { gitDir, workTree, accept: [0, 1, 128] },
  )
  const root = await realpath(workTree)
  const filled: string[] = []
  for (const line of text.split('\0')) {
    const path = line.slice(line.indexOf('\n') + 1)
    if (path === '' || known.has(path)) continue
    const entries = await readdir(join(workTree, path)).catch((): string[] => [])
    // A link in the place of a folder is another change.
    if ((await realpath(join(workTree, path)).catch(() => '')) !== join(root, path)) continue
    if (entries.length > 0 && !entries.includes('.git')) filled.push(path)
  }
  return filled
}
