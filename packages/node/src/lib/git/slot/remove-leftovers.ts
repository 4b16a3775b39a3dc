import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { readdir, readFile, rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { machineProcesses, type ProcessIdentity } from '@amelia/agent-process'
import { findUsers } from './find-users.ts'
import { removeFolder } from '../../file/remove-folder.ts'

const ownerName = 'owner.json'

/** Records which process uses the slots of a lease, so that a later owner can check whether it is dead. */
export const recordOwner = (folder: string): void =>
  writeFileSync(join(folder, ownerName), JSON.stringify(machineProcesses.self()))

/** Reads which process uses the slots in a folder; null if the file cannot be read. */
const readOwner = async (folder: string): Promise<ProcessIdentity | null> => {
  try {
    return JSON.parse(await readFile(join(folder, ownerName), 'utf8')) as ProcessIdentity
  } catch {
    return null
  }
}

/**
 * Removes the slots that earlier owners of a run left in `folder`, which has one folder per lease.
 *
 * Removes only slots of a dead owner that no process uses: a live owner could resume the run, and its
 * programs could still write. The others stay until a later call. With `all`, an owner that cannot be checked
 * (on another machine or in another container, or not recorded) counts as dead.
 */
export const removeLeftovers = async (
  folder: string,
  { inUse, all = false }: { inUse(leaseFolder: string): boolean; all?: boolean },
): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    const one = join(folder, name)
    if (inUse(one) || !(await isAbandoned(one, all)) || findUsers(one).length > 0) continue
    const away = name.endsWith('.old') ? one : `${one}.${randomBytes(4).toString('hex')}.old`
    if (away !== one) await rename(one, away).catch(() => {})
    await removeFolder(away).catch(() => {})
  }
  await rmdir(folder).catch(() => {})
}

const isAbandoned = async (folder: string, all: boolean): Promise<boolean> => {
  const owner = await readOwner(folder)
  if (owner === null) return all || folder.endsWith('.old')
  // This process's own slots that are not in use belong to a lease that it released.
  const self = machineProcesses.self()
  if (owner.pid === self.pid && owner.container === self.container && owner.started === self.started)
    return true
  const alive = machineProcesses.isAlive(owner)
  return alive === undefined ? all : !alive
}
