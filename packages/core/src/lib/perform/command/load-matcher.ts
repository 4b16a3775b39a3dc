import type * as matcher from 're2js'

/** Loads RE2, which only plans and tools with patterns need. */
export const loadMatcher = (): Promise<typeof matcher> => import('re2js')
