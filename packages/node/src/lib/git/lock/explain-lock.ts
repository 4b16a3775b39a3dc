import { join } from 'node:path'
import { AmeliaError } from '@amelia/core/plugin'
import { findGitProcesses } from './find-git-processes.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { findLocks } from './lock-files.ts'

/**
 * Turns git's complaint about a lock file into `GIT_LOCKED`, with every lock that stops a change of these references. Any other error, or
 * one about a lock that has gone since, is returned as it is.
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

/** The lock file of a reference. */
export const lockOf = ({ commonDir }: Repository, ref: string): string => join(commonDir, `${ref}.lock`)

/** An error that names the locks that exist at these paths. */
export const lockedError = async (
  repository: Repository,
  files: readonly string[],
  cause: unknown,
): Promise<AmeliaError> => {
  const [locks, running] = await Promise.all([findLocks([...new Set(files)]), findGitProcesses(repository)])
  const names = files.filter(
    (file, index) => files.indexOf(file) === index && locks.some((lock) => lock.file === file),
  )
  const message = `Git cannot continue: ${names.join(', ') || files[0]} exists. If no git process runs in ${repository.top}, remove it and try again.`
  return new AmeliaError('GIT_LOCKED', message, { locks, running }, { cause })
}
