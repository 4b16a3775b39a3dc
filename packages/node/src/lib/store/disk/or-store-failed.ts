import { AmeliaError } from '@amelia/core/plugin'

/** Does something with a run's files: what the file system refuses becomes `STORE_FAILED`. */
export const orStoreFailed = async <Result>(runId: string, task: () => Promise<Result>): Promise<Result> => {
  try {
    return await task()
  } catch (cause) {
    if (AmeliaError.is(cause)) throw cause
    const why = cause instanceof Error ? cause.message : String(cause)
    const message = `The journal of the run ${runId} could not be used: ${why}. ${remedyFor(cause)}Nothing counts as stored that was not before.`
    throw new AmeliaError('STORE_FAILED', message, { runId }, { cause })
  }
}

/** What to do about a refusal that has a known cause. */
const remedyFor = (cause: unknown): string => {
  const { code, syscall } = (cause ?? {}) as NodeJS.ErrnoException
  if (code === 'EMFILE' || code === 'ENFILE')
    return 'Too many files are open: raise the limit (ulimit -n 4096), or lower --concurrency. '
  if (syscall === 'link' && ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'].includes(code ?? ''))
    return 'The file system of the repository has no hard links, which the journal needs: use a repository on another one. '
  return ''
}
