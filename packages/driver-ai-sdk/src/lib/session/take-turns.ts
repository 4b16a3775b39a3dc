import { untilAborted } from '../wait/until-aborted.ts'

/** Runs calls with the same id one after the other. A call whose signal aborts before its turn rejects. */
export const takeTurns = () => {
  const ends = new Map<string, Promise<unknown>>()
  return async <Value>(id: string, signal: AbortSignal, call: () => Promise<Value>): Promise<Value> => {
    const earlier = ends.get(id)
    let finish = (): void => {}
    const own = new Promise<void>((resolve) => {
      finish = resolve
    })
    const end = Promise.all([earlier, own]).then(() => {
      if (ends.get(id) === end) ends.delete(id)
    })
    ends.set(id, end)
    try {
      if (earlier !== undefined) await untilAborted(earlier, signal)
      return await call()
    } finally {
      finish()
    }
  }
}
