import type { JournalRecord } from '@amelia/core/plugin'

export interface FollowOptions {
  /** The number of the last record that is known. */
  after: number
  /** Returns the records after this number. */
  read(after: number): Promise<JournalRecord[]>
  /** Calls a function when there may be new records. Messages may be lost. */
  listen(wake: () => void): () => void
  /** How often to read without a message, in milliseconds. */
  pollMs: number
  signal: AbortSignal
}

/** Yields the records of a run as they are written. */
export async function* followRecords({
  after,
  read,
  listen,
  pollMs,
  signal,
}: FollowOptions): AsyncGenerator<JournalRecord[], void, undefined> {
  let woken: boolean
  let wake = (): void => {}
  const ring = (): void => {
    woken = true
    wake()
  }
  const stop = listen(ring)
  signal.addEventListener('abort', ring)
  try {
    for (let count = after; !signal.aborted; ) {
      woken = false
      const records = await read(count).catch((error: unknown) => {
        if (signal.aborted) return []
        throw error
      })
      if (signal.aborted) return
      count += records.length
      if (records.length > 0) yield records
      // A message during the read may be newer than it.
      if (!woken)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, pollMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
    }
  } finally {
    stop()
    signal.removeEventListener('abort', ring)
  }
}
