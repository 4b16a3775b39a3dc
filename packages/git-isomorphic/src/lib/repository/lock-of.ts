/** Runs one task at a time per name. */
export type Lock = <Result>(name: string, task: () => Promise<Result>) => Promise<Result>

/** Queues by file system and name: two backends on one repository share a queue. */
const queues = new WeakMap<object, Map<string, Promise<unknown>>>()

/**
 * Creates a lock for all backends of this process on a file system. A failed task does not block the next
 * one.
 */
export const lockOf =
  (fs: object): Lock =>
  (name, task) => {
    const own = queues.get(fs) ?? new Map<string, Promise<unknown>>()
    queues.set(fs, own)
    const result = (own.get(name) ?? Promise.resolve()).then(task)
    own.set(
      name,
      result.catch(() => {}),
    )
    return result
  }
