import { join } from 'node:path'
import { AmeliaError } from '@amelia/core/plugin'
import { findGitProcesses } from './find-git-processes.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { findLocks } from './find-locks.ts'
import { removeLeftLocks } from './remove-left-locks.ts'

/**
 * Turns git's error about a lock file into `GIT_LOCKED`, with all existing locks that block these refs.
 * Returns any other error unchanged.
 */
export const explainLock = async (
  repository: Repository,
  error: unknown,
  refs: readonly string[],
): Promise<unknown> => {
  if (!AmeliaError.is(error, 'GIT_FAILED')) return error
  const named = /Unable to create '(.+?\.lock)': File exists/.exec(error.details.output)?.[1]
  if (named === undefined) return error
  const { commonDir } = repository
  const files = [named, ...refs.map((ref) => lockOf(repository, ref)), join(commonDir, 'packed-refs.lock')]
  return lockedError(repository, files, error)
}

/** Returns the path of a ref's lock file. */
export const lockOf = ({ commonDir }: Repository, ref: string): string => join(commonDir, `${ref}.lock`)

/** Creates an error that names the existing locks among these paths. */
export const lockedError = async (
  repository: Repository,
  files: readonly string[],
  cause: unknown,
): Promise<AmeliaError> => {
  const [locks, running] = await Promise.all([findLocks([...new Set(files)]), findGitProcesses(repository)])
  const names = files.filter(
    (file, index) => files.indexOf(file) === index && locks.some((lock) => lock.file === file),
  )
  const waitMs = await removeLeftLocks(repository, locks)
  const message = `Git is blocked by ${names.join(', ') || files[0]}. If no git process runs in ${repository.top}, remove it and retry.`
  return new AmeliaError(
    'GIT_LOCKED',
    message,
    { locks, running, ...(waitMs !== undefined && { waitMs }) },
    { cause },
  )
}
