import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AmeliaError, checkTreePath, type TreeOverlay } from '@amelia/core/plugin'
import type { Repository } from '../repository/locate-repository.ts'
import { readEntries } from '../commit/read-entries.ts'
import type { Slot } from './slot.ts'

/**
 * Writes a commit's tree with some paths taken from other commits, or removed if those do not have them.
 *
 * Builds the tree in a separate index: a file or link in the place of a folder is replaced there, without
 * writing through it on disk. Throws `PATH_DENIED`.
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
    // Git skips a reserved name and prints only this.
    const refused = /^Ignoring path (.*)$/m.exec(stderr)?.[1]
    if (refused !== undefined) {
      const message = `${JSON.stringify(refused)} cannot be written to a workspace: the name is reserved by git.`
      throw new AmeliaError('PATH_DENIED', message, { path: refused })
    }
    return (await repository.git(['write-tree'], { env })).text
  } finally {
    await rm(index, { force: true })
  }
}
