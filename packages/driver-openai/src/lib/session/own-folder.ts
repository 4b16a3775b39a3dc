import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machineProcesses, type ProcessIdentity } from '@amelia/agent-process'

const prefix = 'amelia-codex-'
const ownerFile = 'owner.json'

/** A folder for the temporary files of a session. */
export interface OwnFolder {
  /** The folder, which is empty. */
  path: string
  /** Deletes it. */
  remove(): void
}

/**
 * Creates a folder for the temporary files of a session, and deletes those of processes that were killed:
 * each has a file beside it that names its process.
 */
export const createOwnFolder = (): OwnFolder => {
  const root = realpathSync(tmpdir())
  for (const name of readdirSync(root))
    if (name.startsWith(prefix) && isLeft(join(root, name))) remove(join(root, name))
  const folder = mkdtempSync(join(root, prefix))
  writeFileSync(join(folder, ownerFile), JSON.stringify(machineProcesses.self()))
  const path = join(folder, 'files')
  mkdirSync(path)
  return { path, remove: () => remove(folder) }
}

/** Whether the process of a folder has certainly ended. Others may have folders of such names. */
const isLeft = (folder: string): boolean => {
  try {
    const owner = JSON.parse(readFileSync(join(folder, ownerFile), 'utf8')) as ProcessIdentity
    return machineProcesses.isAlive(owner) === false
  } catch {
    return false
  }
}

const remove = (folder: string): void => {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // A program that is ending still writes there: the next session deletes it once this process has ended.
  }
}
