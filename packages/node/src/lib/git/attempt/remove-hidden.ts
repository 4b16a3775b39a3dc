import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isGitName } from '@amelia/core/plugin'
import { callOn } from '../call/call-on.ts'
import { runGit } from '../call/run-git.ts'
import { statBelow } from '../checkout/path-state.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { prepareForReading } from '../slot/prepare-for-reading.ts'
import type { Slot } from '../slot/slot.ts'

/**
 * Removes everything below some folders of a slot that git's status does not list: ignored files, pipes,
 * sockets, and names that git reserves. Follows no links. Returns the paths.
 */
export const removeHidden = async (
  repository: Repository,
  slot: Slot,
  folders: readonly string[],
  remove: (file: string) => Promise<void>,
): Promise<string[]> => {
  const { workspace } = slot
  const existing = folders.filter((folder) => statBelow(workspace, folder)?.isDirectory())
  if (existing.length === 0) return []
  const removed: string[] = []
  const removeAll = async (paths: readonly string[]): Promise<void> => {
    for (const path of paths) await remove(join(workspace, path))
    removed.push(...paths)
  }
  // Before git reads the folders: it would wait for a pipe in a nested repository.
  await removeAll(existing.flatMap((folder) => listUnreported(workspace, folder)))
  await prepareForReading(repository, slot)
  const { stdout } = await runGit(
    ['ls-files', '--others', '--ignored', '--exclude-standard', '-z', '--', ...existing],
    callOn(slot),
  )
  await removeAll(
    stdout
      .toString()
      .split('\0')
      .filter((path) => existing.some((folder) => path.startsWith(`${folder}/`))),
  )
  return removed
}

/** Lists pipes, sockets, devices and names that git reserves. A folder is one path. */
const listUnreported = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (isGitName(entry.name)) return [path]
    if (entry.isDirectory()) return listUnreported(root, path)
    return entry.isFile() || entry.isSymbolicLink() ? [] : [path]
  })
