const queues = new Map<string, Promise<unknown>>()

/**
 * Lets one caller at a time move references of a repository, in this process.
 *
 * Keyed by the common dir, so two backends on one repository share it. A task that fails does not hold up the next.
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
