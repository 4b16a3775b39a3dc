import type { Clock } from '../../contract/clock.ts'

/** How long a driver may take to read the records of a session, in milliseconds. */
const readMs = 10_000

/** Waits for a driver that reads the records of a session. Undefined if it takes too long. */
export const readInTime = async <Value>(
  clock: Clock,
  reading: Promise<Value | undefined>,
): Promise<Value | undefined> => {
  const over = new AbortController()
  const tooLate = clock.wait(readMs, over.signal, 'limit').then(
    () => undefined,
    () => undefined,
  )
  // A late rejection must not become an unhandled one.
  reading.catch(() => {})
  try {
    return await Promise.race([reading, tooLate])
  } finally {
    over.abort()
  }
}
