import { lstat, rm } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { AmeliaError, type GitLock } from '@amelia/core/plugin'
import { isMissing } from '../../file/is-missing.ts'
import type { Repository } from '../repository/locate-repository.ts'

/** Finds the lock files that exist among these paths. */
export const findLocks = async (files: readonly string[]): Promise<GitLock[]> => {
  const found = await Promise.all(files.map(readLock))
  return found.filter((lock) => lock !== null)
}

/** Removes a lock file of the repository, unless another process has replaced it since it was found. */
export const removeLock = async (repository: Repository, { file, id }: GitLock): Promise<void> => {
  const isInside = [repository.commonDir, repository.gitDir].some((folder) => {
    const path = relative(folder, file)
    return !isAbsolute(path) && !path.startsWith('..')
  })
  if (!isInside || !file.endsWith('.lock'))
    throw new AmeliaError('PATH_DENIED', `${file} is not a lock file of ${repository.top}.`, { path: file })
  if ((await readLock(file))?.id !== id) return
  for (const draft of draftOf(file)) await rm(draft, { force: true })
  await rm(file, { force: true })
}

/** The file that git writes while it holds a lock, if it is not the lock. While it exists, git fails. */
export const draftOf = (file: string): string[] =>
  basename(file) === 'packed-refs.lock' ? [join(dirname(file), 'packed-refs.new')] : []

const readLock = async (file: string): Promise<GitLock | null> => {
  try {
    const { ino, mtimeMs, size } = await lstat(file)
    return { file, id: `${ino}:${mtimeMs}:${size}`, since: Math.round(mtimeMs) }
  } catch (error) {
    // A branch can have the name of the folder.
    if (isMissing(error) || (error as NodeJS.ErrnoException).code === 'ENOTDIR') return null
    throw error
  }
}
