import { AmeliaError } from '@amelia/core/plugin'
import { describeSpace, isFull } from '../../file/explain-space.ts'
import { sqliteCode, sqliteCodes } from './sqlite-code.ts'

/**
 * Runs a task on a run's files, and turns errors of the file system or of SQLite into `STORE_FAILED`.
 * `folder`: that of the files.
 */
export const orStoreFailed = async <Result>(
  runId: string,
  task: () => Promise<Result>,
  folder?: string,
): Promise<Result> => {
  try {
    return await task()
  } catch (cause) {
    if (AmeliaError.is(cause)) throw cause
    const why = cause instanceof Error ? cause.message : String(cause)
    const message = `Cannot use the journal of the run ${runId}: ${why}. ${remedyFor(cause, folder)}Nothing new was stored.`
    throw new AmeliaError('STORE_FAILED', message, { runId }, { cause })
  }
}

/** Returns what to do about an error with a known cause. */
const remedyFor = (cause: unknown, folder: string | undefined): string => {
  if (isFull(cause) || sqliteCode(cause) === sqliteCodes.full)
    return `${describeSpace(cause, folder === undefined ? [] : [folder])} `
  const { code, syscall } = (cause ?? {}) as NodeJS.ErrnoException
  if (code === 'EMFILE' || code === 'ENFILE')
    return 'Too many files are open. Raise the limit (ulimit -n 4096), or lower --concurrency. '
  if (syscall === 'link' && ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'].includes(code ?? ''))
    return 'The file system of the repository does not support hard links, which the journal needs. Use a repository on another file system. '
  switch (sqliteCode(cause)) {
    case sqliteCodes.busy:
      return 'Other processes have locked the file for 10 s. End them, or try again. '
    case sqliteCodes.corrupt:
      return 'The file is damaged. Restore a copy of it, or recover its contents with the `.recover` command of sqlite3. '
    default:
      return ''
  }
}
