import { copyFile, mkdtemp, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filterPattern } from '../repository/program/find-samples.ts'
import { readPrograms } from '../repository/program/read-programs.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { callOnCheckout } from './call-on-checkout.ts'
import { indexFile } from './index-file.ts'
import { statBelow } from './path-state.ts'

/**
 * Runs `git status` on the user's checkout without running a filter, and writes nothing to the repository.
 *
 * `changed` lists the files with filters that differ: they are missing, or have another size than at their
 * last checkout or commit. A change that keeps the size is not found.
 */
export const quietStatus = async (
  repository: Repository,
  args: readonly string[],
): Promise<{ stdout: Buffer; changed: string[] }> => {
  const status = (env: Record<string, string> = {}) =>
    callOnCheckout(repository, ['status', ...args], { env, isQuiet: true })
  const { filters } = await readPrograms(repository)
  if (filters.length === 0) return { stdout: (await status()).stdout, changed: [] }
  const patterns = filters.map(({ name }) => filterPattern(name))
  const listed = await callOnCheckout(repository, ['ls-files', '-z', '--debug', '--', ...patterns], {
    env: { GIT_LITERAL_PATHSPECS: '0' },
  })
  const sizes = new Map<string, number>()
  for (const [, path = '', size] of listed.stdout
    .toString()
    .matchAll(/([^\0]+)\0(?: .*\n){4} {2}size: (\d+)\t.*\n/g))
    sizes.set(path, Number(size))
  if (sizes.size === 0) return { stdout: (await status()).stdout, changed: [] }
  const folder = await mkdtemp(join(tmpdir(), 'amelia-index-'))
  try {
    const index = join(folder, 'index')
    const { mtime } = await stat(indexFile(repository))
    await copyFile(indexFile(repository), index)
    // Git runs the filters of files as old as the index when it writes one. These must all seem older.
    await utimes(index, endOfTime, endOfTime)
    // Git compares no file that counts as unchanged.
    await callOnCheckout(repository, ['update-index', '-z', '--assume-unchanged', '--stdin'], {
      env: { GIT_INDEX_FILE: index },
      isQuiet: true,
      input: [...sizes.keys()].map((path) => `${path}\0`).join(''),
    })
    await utimes(index, mtime, mtime)
    const { stdout } = await status({ GIT_INDEX_FILE: index })
    const changed = [...sizes].filter(
      ([path, size]) => Number(statBelow(repository.top, path)?.size) !== size,
    )
    return { stdout, changed: changed.map(([path]) => path) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const endOfTime = new Date('2100-01-01')
