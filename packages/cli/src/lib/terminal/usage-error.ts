/** An error that the user can correct: a sentence, a next step, and exit code 2. */
export interface UsageError extends Error {
  readonly name: 'UsageError'
  /** The next step. */
  readonly advice?: string
}

/** Creates a usage error. */
export const usageError = (message: string, advice?: string): UsageError =>
  Object.assign(new Error(message), { name: 'UsageError' as const, ...(advice !== undefined && { advice }) })

/** Returns whether a thrown value is a usage error. */
export const isUsageError = (error: unknown): error is UsageError =>
  error instanceof Error && error.name === 'UsageError'
