/** Something that the user can put right: told in a sentence, with what to do next, and exit code 2. */
export interface UsageError extends Error {
  readonly name: 'UsageError'
  /** What to do next. */
  readonly advice?: string
}

/** Makes a usage error. */
export const usageError = (message: string, advice?: string): UsageError =>
  Object.assign(new Error(message), { name: 'UsageError' as const, ...(advice !== undefined && { advice }) })

/** Whether something that was thrown is a usage error. */
export const isUsageError = (error: unknown): error is UsageError =>
  error instanceof Error && error.name === 'UsageError'
