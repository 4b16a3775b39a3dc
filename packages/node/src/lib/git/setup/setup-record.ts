import { join } from 'node:path'
import { digestFiles } from './digest-files.ts'
import { type Mark, readMarks } from './read-marks.ts'
import { removeFolder } from '../../file/remove-folder.ts'
import { callOn, type WorkPlace } from '../call/call-on.ts'
import { runGit } from '../call/run-git.ts'

/** The files of a set-up in a workspace: they stay from attempt to attempt, and are never committed. */
export interface SetupRecord {
  /** The digest of the set-up and its lockfiles: {@link digestSetup}. */
  key: string
  /**
   * Files of the commit that the set-up changed. With a commit that lacks one of them, the set-up would
   * create it.
   */
  covered: string[]
  /** The topmost paths that contain no file of the commit. Paths of folders end with `/`. */
  roots: string[]
  /** All paths at and below the roots. */
  marks: Map<string, Mark>
  /** Digests of the files that have other hard links. */
  digests: Map<string, string>
}

/** Lists the files of the commit that differ in the workspace. */
export const readCovered = (slot: WorkPlace): Promise<string[]> => listFiles(slot, ['--modified'])

/** Records everything in a workspace that is not part of its commit. */
export const recordSetup = async (slot: WorkPlace, key: string, covered: string[]): Promise<SetupRecord> => {
  const roots = await listFiles(slot, ['--others', '--directory'])
  const record: SetupRecord = { key, covered, roots, marks: new Map(), digests: new Map() }
  for (const root of roots) {
    for (const [path, mark] of await readMarks(slot.workspace, withoutSlash(root)))
      record.marks.set(path, mark)
  }
  const shared = [...record.marks].filter(([, mark]) => mark.shared).map(([path]) => path)
  const digests = await digestFiles(shared.map((path) => join(slot.workspace, path)))
  for (const [index, path] of shared.entries()) record.digests.set(path, digests[index] ?? '')
  return record
}

/**
 * Restores the set-up of a workspace as it was recorded. Returns whether it succeeded.
 *
 * Removes new files, such as caches of the tests. Missing or changed files cannot be restored: returns false.
 */
export const restoreSetup = async (slot: WorkPlace, record: SetupRecord): Promise<boolean> => {
  if (record.covered.length > 0) {
    const tracked = new Set(await listFiles(slot, ['--', ...record.covered]))
    if (!record.covered.every((path) => tracked.has(path))) return false
  }
  const found = new Map<string, Mark>()
  for (const root of record.roots) {
    for (const [path, mark] of await readMarks(slot.workspace, withoutSlash(root))) found.set(path, mark)
  }
  const doubtful: string[] = []
  for (const [path, mark] of record.marks) {
    const now = found.get(path)
    if (now === undefined || now.known !== mark.known) return false
    if (now.changed === mark.changed) continue
    if (!record.digests.has(path)) return false
    doubtful.push(path)
  }
  const digests = await digestFiles(doubtful.map((path) => join(slot.workspace, path)))
  for (const [index, path] of doubtful.entries()) {
    if (digests[index] !== record.digests.get(path)) return false
  }
  for (const path of doubtful) record.marks.set(path, found.get(path)!)
  for (const path of found.keys()) {
    if (!record.marks.has(path)) await removeFolder(join(slot.workspace, path))
  }
  return true
}

const listFiles = async (slot: WorkPlace, args: string[]): Promise<string[]> => {
  const call = callOn(slot)
  const { stdout } = await runGit(['ls-files', '-z', ...args], call)
  return stdout
    .toString()
    .split('\0')
    .filter((path) => path !== '')
}

const withoutSlash = (path: string): string => path.replace(/\/$/, '')
