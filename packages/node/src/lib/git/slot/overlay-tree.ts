import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AmeliaError, checkTreePath, type TreeOverlay } from '@amelia/core/plugin'
import type { Repository } from '../repository/locate-repository.ts'
import { readEntries } from '../commit/read-entries.ts'
import type { Slot } from './slot.ts'

/**
 * The tree of a commit in which some paths are as they are in other commits, or absent where those do not have them.
 *
 * It is put together in an index of its own, beside the slot's: a file or a link that stands where a folder is needed gives
 * way there, and nothing on disk is written through it. Throws `PATH_DENIED`.
 */
export const overlayTree = async (
  repository: Repository,
  slot: Slot,
  commit: string,
  overlays: readonly TreeOverlay[],
): Promise<string> => {
  for (const { paths } of overlays) for (const path of paths) checkTreePath(path)
  const lines: string[] = []
  const absent = '0'.repeat(repository.objectFormat === 'sha256' ? 64 : 40)
  for (const { from, paths } of overlays) {
    const entries = await readEntries(repository, from, paths)
    for (const path of new Set(paths)) {
      const entry = entries.get(path)
      const { mode, id } = entry === undefined || entry.mode === '040000' ? { mode: '0', id: absent } : entry
      lines.push(`${mode} ${id}\t${path}\0`)
    }
  }
  const index = join(slot.folder, `index-${randomBytes(4).toString('hex')}`)
  const env = { GIT_INDEX_FILE: index }
  try {
    await repository.git(['read-tree', '--end-of-options', commit], { env })
    const { stderr } = await repository.git(['update-index', '-z', '--replace', '--index-info'], {
      env,
      input: lines.join(''),
    })
    // Git looks past a name of its own and says no more than this.
    const refused = /^Ignoring path (.*)$/m.exec(stderr)?.[1]
    if (refused !== undefined) {
      const message = `${JSON.stringify(refused)} cannot be put into a workspace: git takes the name for its own.`
      throw new AmeliaError('PATH_DENIED', message, { path: refused })
    }
    return (await repository.git(['write-tree'], { env })).text
  } finally {
    await rm(index, { force: true })
  }
}
