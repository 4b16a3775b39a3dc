import { plainLabel } from '@amelia/core/view'

/** Describes an error for people. */
export const describeError = (error: unknown): string =>
  plainLabel(error instanceof Error ? error.message : String(error)) || 'Unknown error.'
