import type * as matcher from 're2js'

/** Characters to match, from the end of an output. */
const maxCharacters = 200_000

/**
 * Whether an output matches a pattern, in time linear in the output.
 *
 * Patterns come from plans, so RE2 matches them: no look-around, no back-references. Throws for an
 * invalid pattern.
 */
export const matchPattern = async (pattern: string, output: string): Promise<boolean> => {
  const { RE2JS } = await loadMatcher()
  return RE2JS.compile(pattern, RE2JS.MULTILINE).matcher(output.slice(-maxCharacters)).find()
}

/** Loads RE2, which few plans need. */
export const loadMatcher = (): Promise<typeof matcher> => import('re2js')
