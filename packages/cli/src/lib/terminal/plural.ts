import { words } from '@amelia/core/view'

/** Writes a number with its noun, and a noun for a number that is elsewhere. */
export const { plural, nounOf } = words
