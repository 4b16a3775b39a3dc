import { words } from '@amelia/core/view'

/** Describes an error for people. */
export const describeError = (error: unknown): string =>
  words.plainLabel(error instanceof Error ? error.message : String(error)) || 'Unknown error.'
