/** Runs the sessions of one conversation one after the other. */
export type SessionQueue = <Result>(
  id: string | undefined,
  signal: AbortSignal,
  run: () => Promise<Result>,
) => Promise<Result>

/**
 * Creates a queue for each conversation: the agent accepts two resumes of one conversation at once, and loses
 * the work of one of them.
 */
export const createSessionQueue = (): SessionQueue => {
  const last = new Map<string, Promise<unknown>>()
  return async (id, signal, run) => {
    if (id === undefined) return run()
    const before = last.get(id)
    const next = (async () => {
      await before?.catch(() => {})
      signal.throwIfAborted()
      return run()
    })()
    last.set(id, next)
    try {
      return await next
    } finally {
      if (last.get(id) === next) last.delete(id)
    }
  }
}
