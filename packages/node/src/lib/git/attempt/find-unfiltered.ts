import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AmeliaError } from '@amelia/core/plugin'
import { runGit } from '../call/run-git.ts'
import type { Module } from '../slot/module/list-modules.ts'

/**
 * Finds a file that a phase committed inside a submodule, and that a filter of the user's configuration would
 * have stored differently: the git of an agent has no filters, so it commits a file to encrypt as it is.
 * Returns its path in the submodule; undefined for none.
 */
export const findUnfiltered = async (
  { repository, commit: recorded, slot: { programs, began = recorded } }: Module,
  commit: string,
): Promise<string | undefined> => {
  const { git, gitDir } = repository
  if (Object.keys(programs.config).length === 0) return undefined
  const made = await git(['rev-list', '--max-count=1', commit, '--not', '--all', began])
  if (made.text === '') return undefined
  const changed = await git(['diff-tree', '-r', '-z', '--no-renames', '--diff-filter=AM', began, commit])
  const entries = changed.stdout.toString().split('\0')
  const ids = new Map<string, string>()
  for (let at = 0; at + 1 < entries.length; at += 2) {
    const [, mode = '', , id = ''] = entries[at]!.split(' ')
    if (mode.startsWith('100')) ids.set(entries[at + 1]!, id)
  }
  const folder = await mkdtemp(join(tmpdir(), 'amelia-index-'))
  try {
    const workTree = join(folder, 'ws')
    await mkdir(workTree)
    const env = { GIT_INDEX_FILE: join(folder, 'index') }
    const call = { gitDir, workTree, config: programs.config, env }
    await runGit(['read-tree', commit], call)
    const asked = await runGit(['check-attr', '-z', '--cached', '--stdin', 'filter'], {
      ...call,
      input: [...ids.keys()].map((path) => `${path}\0`).join(''),
    })
    const fields = asked.stdout.toString().split('\0')
    const store = async (path: string): Promise<string> =>
      (await runGit(['hash-object', '--', path], call)).text
    for (let at = 0; at + 2 < fields.length; at += 3) {
      const [path = '', , filter = ''] = fields.slice(at, at + 3)
      if (!Object.keys(programs.config).some((key) => key.startsWith(`filter.${filter}.`))) continue
      try {
        await runGit(['checkout-index', '-q', '-z', '--stdin'], { ...call, input: `${path}\0` })
        const stored = await store(path)
        // The output of some filters differs each time.
        if (stored !== ids.get(path) && stored === (await store(path))) return path
      } catch (error) {
        if (!AmeliaError.is(error, 'GIT_FAILED')) throw error
        return path
      }
    }
    return undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
