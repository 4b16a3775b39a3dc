/**
 * Awaits a call of the subject. Throws after a time, because test runners without a limit wait for ever, or
 * report a pending promise without a case.
 */
export const ensureEnds = async <Value>(
  call: Promise<Value>,
  what: string,
  limitMs: number,
): Promise<Value> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const error = new Error(`Contract broken: ${what} within ${limitMs / 1000} s`)
    timer = setTimeout(() => reject(error), limitMs)
  })
  try {
    return await Promise.race([call, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The time that a run allows its plugins for a stop, as the default of `callGraceMs`. */
const stopMs = 10_000

/** Awaits the end of a call after its signal aborted. */
export const ensureStopsInTime = <Value>(call: Promise<Value>): Promise<Value> =>
  ensureEnds(call, 'it stops', stopMs)
