import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { AmeliaError } from '@amelia/core/plugin'

/**
 * Adds to an error about a full file system the path, and the space that is left there. `folders` are those
 * that the task writes to, for an error without a path.
 */
export const explainSpace = (error: unknown, folders: readonly string[]): Error => {
  const found = describeSpace(error, folders)
  if (AmeliaError.is(error, 'GIT_FAILED'))
    return new AmeliaError('GIT_FAILED', `${found} ${error.message}`, error.details, { cause: error })
  const { message, code, path } = error as NodeJS.ErrnoException
  return Object.assign(new Error(`${found} ${message}`, { cause: error }), { code, path })
}

/** Whether a file system has no space for a file, or the user may not use more of it. */
export const isFull = (error: unknown): boolean => {
  if (AmeliaError.is(error, 'GIT_FAILED')) return fullOutput.test(error.details.output)
  const { code } = (error ?? {}) as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT'
}

const fullOutput = /No space left on device|Disk quota exceeded/

/** Describes the file system that is full: that of the error's path, or the folder with the least space. */
export const describeSpace = (error: unknown, folders: readonly string[]): string => {
  const path = AmeliaError.is(error, 'GIT_FAILED')
    ? /(?:^|[\s'"])(\/[^'"\n:]+)['"]?: (?:No space|Disk quota)/.exec(error.details.output)?.[1]
    : (error as NodeJS.ErrnoException).path
  const spaces = (path === undefined ? folders : [path]).flatMap(spaceOf)
  const [least] = spaces.sort((one, other) => one.free - other.free)
  if (least === undefined) return 'No space left. Free some.'
  const files = least.hasFiles ? '' : ', and room for no more files'
  return `No space left for ${least.path}: its file system has ${sizeOf(least.free)} free${files}. Free some there.`
}

interface Space {
  path: string
  /** Bytes that this user may write. */
  free: number
  hasFiles: boolean
}

/** Returns the space at a path, or at the nearest folder above it that exists. */
const spaceOf = (path: string): Space[] => {
  for (let at = path; ; at = dirname(at)) {
    try {
      const { bavail, bsize, ffree, files } = statfsSync(at)
      return [{ path, free: bavail * bsize, hasFiles: files === 0 || ffree > 0 }]
    } catch {
      if (at === dirname(at)) return []
    }
  }
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

const sizeOf = (bytes: number): string => {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${Math.round((bytes / 1000 ** power) * 10) / 10} ${units[power]}`
}
