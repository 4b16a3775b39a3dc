import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { machineProcesses, type ProcessIdentity } from '@amelia/agent-process'

const ownerName = 'owner.json'

/** Records which process uses the slots of a lease, so that a later owner can check whether it is dead. */
export const recordOwner = (folder: string): void =>
  writeFileSync(join(folder, ownerName), JSON.stringify(machineProcesses.self()))

/**
 * Whether the process that used the slots of a lease is dead; undefined if that cannot be checked: it runs on
 * another machine or in another container, or is not recorded.
 *
 * The slots of this process count as those of a dead one. The caller knows which leases it still uses.
 */
export const isOwnerDead = async (leaseFolder: string): Promise<boolean | undefined> => {
  const owner = await readOwner(leaseFolder)
  if (owner === null) return undefined
  if (isSelf(owner)) return true
  const alive = machineProcesses.isAlive(owner)
  return alive === undefined ? undefined : !alive
}

/** Whether an identity is that of this process. */
export const isSelf = ({ pid, container, started }: ProcessIdentity): boolean => {
  const self = machineProcesses.self()
  return pid === self.pid && container === self.container && started === self.started
}

/** Reads which process uses the slots in a folder; null if the file cannot be read. */
const readOwner = async (folder: string): Promise<ProcessIdentity | null> => {
  try {
    return JSON.parse(await readFile(join(folder, ownerName), 'utf8')) as ProcessIdentity
  } catch {
    return null
  }
}
