/** Lets one task at a time have what a name stands for. */
export type Lock = <Result>(name: string, task: () => Promise<Result>) => Promise<Result>

/** By file system, then by name: two backends on one repository share a queue. */
const queues = new WeakMap<object, Map<string, Promise<unknown>>>()

/** A lock among all backends of this process on a file system. A task that fails does not hold up the next. */
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
