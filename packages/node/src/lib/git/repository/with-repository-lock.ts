const queues = new Map<string, Promise<unknown>>()

/**
 * Runs one task at a time that moves refs of a repository, within this process.
 *
 * Keyed by the common dir, so that two backends on one repository share the lock. A task that fails does not
 * block the next one.
 */
export const withRepositoryLock = <Result>(
  commonDir: string,
  task: () => Promise<Result>,
): Promise<Result> => {
  const result = (queues.get(commonDir) ?? Promise.resolve()).then(task)
  queues.set(
    commonDir,
    result.catch(() => {}),
  )
  return result
}
