/** Characters of an output that a pattern is matched against: the end of a longer one. */
const maxCharacters = 200_000

/**
 * Whether an output holds the pattern, in time linear in the output.
 *
 * Patterns come from plans, so they are matched by RE2's rules: no look-around, no back-references. The matcher is loaded
 * when a plan first uses one. Throws what the matcher throws for a pattern that it cannot read.
 */
export const matchPattern = async (pattern: string, output: string): Promise<boolean> => {
  const { RE2JS } = await import('re2js')
  return RE2JS.compile(pattern, RE2JS.MULTILINE).matcher(output.slice(-maxCharacters)).find()
}
