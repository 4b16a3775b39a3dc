import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { probeConfinement } from '@amelia/agent-process'
import { AmeliaError, type Confinement, type HostConfinement } from '@amelia/core/plugin'
import { makePrivateFolder } from '../file/make-private-folder.ts'
import { findKeys } from '../git/repository/find-state.ts'
import type { Repository } from '../git/repository/locate-repository.ts'
import { blankFile, type Slot } from '../git/slot/slot.ts'
import { type ConfineOptions, defaultConfineLevel } from './confine-options.ts'
import { findSigningKeys } from './find-signing-keys.ts'

/** The slot to confine, and its surroundings. */
export interface ConfinedSlot {
  repository: Repository
  /** The folder that contains the slots of the repository. */
  slots: string
  slot: Slot
}

/**
 * Returns the function that describes the confinement of a slot: undefined where processes are not confined.
 * Throws `PLATFORM_UNSUPPORTED` for a level that this machine cannot keep.
 */
export const confineWorkspaces = (
  options: ConfineOptions = {},
): ((place: ConfinedSlot) => Promise<Confinement | undefined>) => {
  const { level = defaultConfineLevel, write = [], hide = [], network = 'host' } = options
  if (level === 'off') return () => Promise.resolve(undefined)
  let keys: Promise<string[]> | undefined
  return async ({ repository, slots, slot }) => {
    const temporary = slot.env['TMPDIR']
    if (temporary === undefined || !canConfine(level)) return undefined
    const { top, commonDir } = repository
    const isInPlace = slot.workspace === top
    return {
      temporary,
      caches: createCaches(slots),
      blank: createBlank(slot),
      write: write.map(resolveHome),
      // Visible also below a folder for temporary files. The user's git dir stays as it is, in place too.
      read: [top, commonDir, join(top, '.git')],
      hide: [
        join(commonDir, 'amelia'),
        ...findKeys(repository),
        ...(await (keys ??= findSigningKeys(repository))),
        // Not in place, where they are the workspace's own.
        ...(isInPlace ? [] : secretFiles(top)),
        ...hide.map(resolveHome),
      ],
      network,
    }
  }
}

/** Describes how the options confine processes on this machine. */
export const describeConfinement = ({
  level = defaultConfineLevel,
}: ConfineOptions = {}): HostConfinement => {
  if (level === 'off') return { level, on: false, detail: 'turned off' }
  const { works, detail, remedy } = probeConfinement()
  return { level, on: works, detail, ...(remedy !== undefined && { remedy }) }
}

/** Whether processes are confined at a level. Throws `PLATFORM_UNSUPPORTED` if they must be and cannot. */
const canConfine = (level: NonNullable<ConfineOptions['level']>): boolean => {
  const { works, detail, remedy = '' } = probeConfinement()
  if (works || level === 'auto') return works
  const message = `Processes cannot be confined on this machine: ${detail}. ${remedy} Or run without: confine level "auto" or "off".`
  throw new AmeliaError('PLATFORM_UNSUPPORTED', message, { platform: process.platform })
}

const sharedFolder = (slots: string): string => `${slots}.shared`
const cachesIn = (folder: string): string => join(folder, 'caches')

/** Creates the folder for caches beside the slots, which outlives runs. */
const createCaches = (slots: string): string => {
  const folder = sharedFolder(slots)
  makePrivateFolder(folder)
  const caches = cachesIn(folder)
  mkdirSync(caches, { recursive: true })
  return caches
}

/** Creates an empty file, which lives as long as the slot. */
const createBlank = ({ folder }: Slot): string => {
  const blank = join(folder, blankFile)
  if (!existsSync(blank)) writeFileSync(blank, '', { mode: 0o444 })
  return blank
}

/** Removes the folder beside the slots of a repository, unless it contains caches. */
export const removeUnusedCaches = async (slots: string): Promise<void> => {
  const folder = sharedFolder(slots)
  try {
    await rmdir(cachesIn(folder))
    await rmdir(folder)
  } catch {
    // It contains some, or does not exist.
  }
}

const usualSecretFiles = ['', '.local', '.development', '.test', '.production'].map((end) => `.env${end}`)

/** Files of the user's checkout with settings that are not committed; the usual ones may come later. */
const secretFiles = (top: string): string[] => {
  const found = readdirSync(top).filter(
    (name) => /^\.env(?:\..+)?$/.test(name) && !/\.(?:example|sample|template)$/.test(name),
  )
  return [...new Set([...usualSecretFiles, ...found])].map((name) => join(top, name))
}

const resolveHome = (path: string): string =>
  path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : resolve(path)
