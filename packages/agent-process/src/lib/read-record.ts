/** Reads an object from untrusted JSON; empty for any other value. */
export const readRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Reads a string; empty for any other value. */
export const readText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads a finite number; undefined for any other value. */
export const readNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** Reads a number of at least 0; 0 for any other value. */
export const readCount = (value: unknown): number => Math.max(0, readNumber(value) ?? 0)
