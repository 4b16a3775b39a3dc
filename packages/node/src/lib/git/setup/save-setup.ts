import { lstat, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isGitName } from '@amelia/core/plugin'
import type { SetupRecord } from './setup-record.ts'

/** Larger files are not read: an agent may have written them. */
const maxSize = 100_000_000

/** Saves which files a slot's set-up made, so that a later process does not take them for changes. */
export const saveSetup = async (slotFolder: string, { roots, marks }: SetupRecord): Promise<void> => {
  const file = fileOf(slotFolder)
  await rm(file, { recursive: true, force: true })
  await writeFile(file, JSON.stringify({ roots, paths: [...marks.keys()] }), { flag: 'wx', mode: 0o600 })
}

export const dropSavedSetup = (slotFolder: string): Promise<void> =>
  rm(fileOf(slotFolder), { recursive: true, force: true })

/**
 * Loads the set-up of a slot that another process left; null if it had none.
 *
 * An agent can have changed the file and the set-up, so the record only tells the set-up's files from
 * changes. It matches no set-up that is asked for: the next new attempt runs the set-up again.
 */
export const loadSetup = async (slotFolder: string): Promise<SetupRecord | null> => {
  const file = fileOf(slotFolder)
  const found = await lstat(file).catch(() => null)
  if (!found?.isFile() || found.size > maxSize) return null
  try {
    const { roots, paths } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
    if (!areInside(roots) || !areInside(paths)) return null
    const unknown = { known: '', changed: null, shared: false }
    const marks = new Map(paths.map((path) => [path, unknown]))
    return { key: '', covered: [], roots, marks, digests: new Map() }
  } catch {
    return null
  }
}

const fileOf = (slotFolder: string): string => join(slotFolder, 'setup.json')

/** Whether a value is a list of paths inside a workspace. The path of a folder may end with `/`. */
const areInside = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((path) => typeof path === 'string' && isInside(path))

const isInside = (path: string): boolean =>
  !path.includes('\0') &&
  path
    .replace(/\/$/, '')
    .split('/')
    .every((part, index) => part !== '' && part !== '.' && part !== '..' && (index > 0 || !isGitName(part)))
