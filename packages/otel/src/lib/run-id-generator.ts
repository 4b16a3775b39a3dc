/** The generator of ids that a tracer provider of the SDK takes. */
export interface RunIdGenerator {
  /** Returns 32 hexadecimal digits. */
  generateTraceId(): string
  /** Returns 16 hexadecimal digits. */
  generateSpanId(): string
}

let next: { traceId: string; spanId: string } | undefined

/**
 * Gives the spans of runs their ids, which are derived from the run's id, and all other spans random ones.
 * Pass it to the tracer provider as `idGenerator`: the API alone cannot set an id.
 */
export const runIdGenerator: RunIdGenerator = {
  generateTraceId: () => next?.traceId ?? randomId(16),
  generateSpanId: () => next?.spanId ?? randomId(8),
}

/** Runs a task, in which the generator returns these ids. */
export const withIds = <Result>(ids: { traceId: string; spanId: string }, task: () => Result): Result => {
  next = ids
  try {
    return task()
  } finally {
    next = undefined
  }
}

const randomId = (bytes: number): string => {
  const digits = [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) =>
    byte.toString(16).padStart(2, '0'),
  )
  return digits.join('')
}
