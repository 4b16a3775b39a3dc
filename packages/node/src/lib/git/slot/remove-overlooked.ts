import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isGitName } from '@amelia/core/plugin'
import { removeFolder } from '../../file/remove-folder.ts'

/** A folder when it was read. */
interface SeenFolder {
  /** Whether it contained nothing to remove, and had not changed shortly before. */
  isClean: boolean
  inode: number
  changedMs: number
  /** The names of the folders in it. */
  folders: readonly string[]
}

/** Folders by path, relative to the workspace. */
export type SeenFolders = ReadonlyMap<string, SeenFolder>

/** Folders that are inspected before other work has its turn. */
const foldersPerTurn = 500

/**
 * A folder that changed this recently could change again without a new time: some file systems count in
 * steps of two seconds.
 */
const coarsestMs = 2_500

/**
 * Removes what `git clean` skips: names like `.git` in folders with tracked files, pipes and sockets.
 *
 * `kept`: paths that stay with everything below them; those of folders may end with `/`. Returns the folders
 * without anything to remove. With these from the last call, a folder is read again only if its inode or the
 * time of its last change differs; no program can set that time. The calls are synchronous, which costs a
 * fifth, and other work has its turn in between.
 */
export const removeOverlooked = async (
  root: string,
  kept: ReadonlySet<string>,
  before: SeenFolders = new Map(),
): Promise<SeenFolders> => {
  const seen = new Map<string, SeenFolder>()
  const waiting = ['']
  let inspected = 0
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    inspected++
    if (inspected % foldersPerTurn === 0) await nextTurn()
    const path = `${root}/${folder}`
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat?.isDirectory() !== true) continue
    const known = before.get(folder)
    const isSame = known?.inode === stat.ino && known.changedMs === stat.ctimeMs
    const found = isSame ? known : await inspect(path, folder, stat, kept)
    for (const name of found.folders) {
      const below = `${folder}${name}`
      if (!kept.has(below) && !kept.has(`${below}/`)) waiting.push(`${below}/`)
    }
    if (found.isClean) seen.set(folder, found)
  }
  return seen
}

/** Reads a folder, and removes what does not belong there. */
const inspect = async (
  path: string,
  folder: string,
  { ino: inode, ctimeMs: changedMs }: Stats,
  kept: ReadonlySet<string>,
): Promise<SeenFolder> => {
  const folders: string[] = []
  let isClean = Date.now() - changedMs > coarsestMs
  for (const entry of entriesOf(path)) {
    const { name } = entry
    const known = entry.isFile() || entry.isDirectory() || entry.isSymbolicLink()
    if (known && !isGitName(name)) {
      if (entry.isDirectory()) folders.push(name)
      continue
    }
    isClean = false
    const below = `${folder}${name}`
    if (!kept.has(below) && !kept.has(`${below}/`)) await removeFolder(join(path, name))
  }
  return { inode, changedMs, folders, isClean }
}

const entriesOf = (folder: string): Dirent[] => {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // Another process has removed it, or nobody may read it.
    return []
  }
}
