import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { machineProcesses, type ProcessIdentity } from '@amelia/agent-process'
import { removeFolder } from '../../../file/remove-folder.ts'
import type { Repository } from '../locate-repository.ts'

type Place = Pick<Repository, 'programsFolder'>

/** The runs of this process that may use copies of programs, by the folder of the copies. */
const holders = new Map<string, Set<string>>()
/** The files that name this process as a user, by the folder of the copies. */
const registered = new Map<string, string>()

/** Keeps the copies of a repository until {@link releasePrograms} is called with the same name. */
export const lockPrograms = ({ programsFolder: folder }: Place, name: string): void => {
  holders.set(folder, (holders.get(folder) ?? new Set()).add(name))
}

/** Undoes {@link lockPrograms}. Does nothing without one. */
export const releasePrograms = ({ programsFolder }: Place, name: string): void => {
  holders.get(programsFolder)?.delete(name)
}

/** Names this process as a user of the copies, for others. Called before a copy is made or found. */
export const registerUser = (repository: Place): void => {
  if (isRegistered(repository)) return
  const { programsFolder } = repository
  const users = join(programsFolder, 'users')
  mkdirSync(users, { recursive: true, mode: 0o700 })
  const file = join(users, `${process.pid}-${randomBytes(4).toString('hex')}`)
  writeFileSync(file, JSON.stringify(machineProcesses.self()), { mode: 0o600 })
  registered.set(programsFolder, file)
}

/** Whether this process is a known user of the copies: another one may have removed them before it was. */
export const isRegistered = ({ programsFolder }: Place): boolean =>
  existsSync(registered.get(programsFolder) ?? '')

/**
 * Removes all copies of programs of a repository, unless a run of this process uses them or another live
 * process is a user. An owner on another machine or in another container counts as live.
 */
export const removePrograms = async ({ programsFolder: folder }: Place): Promise<void> => {
  if ((holders.get(folder)?.size ?? 0) > 0 || !existsSync(folder)) return
  const own = registered.get(folder)
  const users = join(folder, 'users')
  if (listUsers(users).some((file) => file !== own && isAlive(file))) return
  const away = `${folder}.${randomBytes(4).toString('hex')}.old`
  // No process finds a part of them.
  renameSync(folder, away)
  registered.delete(folder)
  // With those of a process that was killed here.
  for (const name of readdirSync(dirname(folder)))
    if (/^programs\.\w+\.old$/.test(name)) await removeFolder(join(dirname(folder), name))
}

const listUsers = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []

const isAlive = (file: string): boolean => {
  try {
    return machineProcesses.isAlive(JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity) ?? true
  } catch {
    // It is being written, or cannot be read.
    return true
  }
}
