import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { machineProcesses, type ProcessIdentity, temporaryVariables } from '@amelia/agent-process'
import { AmeliaError } from '@amelia/core/plugin'
import { makePrivateFolder } from '../file/make-private-folder.ts'
import { isMissing } from '../file/is-missing.ts'
import { removeEntry } from '../file/remove-entry.ts'
import { removeFolder } from '../file/remove-folder.ts'
import { isRangeFree } from './is-range-free.ts'
import { rangeSize } from './list-ranges.ts'
import { sharedFolder, userFolderIn } from './shared-folder.ts'

/** Ports and a folder for temporary files that only one workspace on this machine has. */
export interface Range {
  /** The first port. */
  readonly port: number
  /** The number of the range, from 1. */
  readonly number: number
  /** The variables with the port and the folder. */
  readonly env: Readonly<Record<string, string>>
  /** Empties the folder for temporary files. */
  empty(): Promise<void>
  /** Removes the folder, and lets others reserve the range. A second call does nothing. */
  release(): Promise<void>
  /** Keeps the range and its folder until other processes have ended, also if this one ends before. */
  leaveTo(owners: readonly ProcessIdentity[]): void
}

/** Unix sockets have paths of at most 104 bytes, and a test adds a name to the folder's. */
const longestFolder = 40

/** A file without a readable owner is being written, or its writer was killed then. */
const writingMs = 10_000
/** An owner in another container cannot be checked. */
const unknownMs = 7 * 24 * 3_600_000

/**
 * Reserves the first free range of a list, or the one that is wanted if it is free.
 *
 * Each owner of a range writes a file with its process id and start time, then looks for files of others. Of
 * two processes that write at once, the later one finds the other's file, so two never share a range. Files
 * of dead processes are removed.
 */
export const reserveRange = async (ranges: readonly number[], wanted?: number): Promise<Range> => {
  const root = sharedFolder()
  const folder = join(root, 'ports')
  const order = wanted === undefined ? ranges : [wanted, ...ranges]
  for (const port of order) {
    const file = claim(folder, port)
    if (file === undefined) continue
    if (!(await isRangeFree(port))) {
      removeEntry(file)
      continue
    }
    const own = temporaryFolder(root, port)
    const empty = async (): Promise<void> => {
      await removeFolder(own)
      mkdirSync(own, { recursive: true, mode: 0o700 })
    }
    await empty()
    return {
      port,
      number: ranges.indexOf(port) + 1,
      env: {
        AMELIA_PORT: String(port),
        ...Object.fromEntries(temporaryVariables.map((name) => [name, own])),
      },
      empty,
      async release() {
        await removeFolder(own).catch(() => {})
        removeEntry(file)
        await removeLeft(root, folder)
        for (const parent of [dirname(own), dirname(dirname(own)), folder, root]) removeIfEmpty(parent)
      },
      leaveTo(owners) {
        for (const owner of owners) writeOwner(folder, port, owner)
        removeEntry(file)
      },
    }
  }
  const message = `All ${ranges.length} ranges of ${rangeSize} ports from ${ranges[0]} are in use. End programs that listen there, or choose other ports with \`portBase\`.`
  throw new AmeliaError('OPTION_INVALID', message, { option: 'portBase' })
}

/** Writes the file of an owner. Returns undefined if the range has another live one. */
const claim = (folder: string, port: number): string | undefined => {
  if (hasOther(folder, port)) return undefined
  const file = writeOwner(folder, port, machineProcesses.self())
  if (!hasOther(folder, port, basename(file))) return file
  removeEntry(file)
  return undefined
}

/** Writes the file that names an owner of a range, and returns its path. */
const writeOwner = (folder: string, port: number, owner: ProcessIdentity): string => {
  const file = join(folder, `${port}.${owner.pid}-${randomBytes(4).toString('hex')}`)
  const text = JSON.stringify(owner)
  for (let isWritten = false; !isWritten; ) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    try {
      writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
      isWritten = true
    } catch (error) {
      // Another process has just removed the empty folder.
      if (!isMissing(error)) throw error
    }
  }
  return file
}

/** Removes the reserved ranges of processes that have ended without releasing them, and their folders. */
export const removeLeftRanges = async (): Promise<void> => {
  const root = sharedFolder()
  const folder = join(root, 'ports')
  await removeLeft(root, folder)
  for (const each of [folder, root]) removeIfEmpty(each)
}

const removeLeft = async (root: string, folder: string): Promise<void> => {
  for (const port of new Set(list(folder).map((name) => Number.parseInt(name, 10)))) {
    // Nobody else reserves the range until its folder is gone.
    const file = claim(folder, port)
    if (file === undefined) continue
    await removeFolder(temporaryFolder(root, port)).catch(() => {})
    removeEntry(file)
  }
}

const hasOther = (folder: string, port: number, own?: string): boolean => {
  return list(folder)
    .filter((name) => name !== own && name.startsWith(`${port}.`))
    .some((name) => isReserved(join(folder, name)))
}

const list = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    // No range is reserved.
    return []
  }
}

/** Whether the owner of a file lives. Removes the file of a dead one. */
const isReserved = (file: string): boolean => {
  try {
    const owner = read(file)
    const age = Date.now() - statSync(file).mtimeMs
    const alive = owner === null ? age < writingMs : (machineProcesses.isAlive(owner) ?? age < unknownMs)
    if (!alive) removeEntry(file)
    return alive
  } catch {
    // It was released.
    return false
  }
}

const read = (file: string): ProcessIdentity | null => {
  const text = readFileSync(file, 'utf8')
  try {
    return JSON.parse(text) as ProcessIdentity
  } catch {
    return null
  }
}

/** Below the user's own `TMPDIR`, if that is short enough. */
const temporaryFolder = (root: string, port: number): string => {
  const own = userFolderIn(tmpdir())
  const path = (parent: string): string => join(parent, nameFolder(port))
  if (path(own).length > longestFolder) return path(root)
  makePrivateFolder(own)
  return path(own)
}

const nameFolder = (port: number): string => join('t', String(port))

/** Whether a folder for temporary files belongs to the range that begins at a port. */
export const isTemporaryFolder = (folder: string, port: number): boolean =>
  folder.endsWith(`/${nameFolder(port)}`)

const removeIfEmpty = (folder: string): void => {
  try {
    rmdirSync(folder)
  } catch {
    // It is in use, or gone.
  }
}
