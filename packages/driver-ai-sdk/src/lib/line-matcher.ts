/** Longest pattern, in characters. */
const maxPattern = 500

/** Finds a plain text in lines. */
export const matchText = (text: string, ignoreCase: boolean): ((line: string) => boolean) => {
  if (text === '') throw new Error('`text` is empty.')
  if (!ignoreCase) return (line) => line.includes(text)
  const lower = text.toLowerCase()
  return (line) => line.toLowerCase().includes(lower)
}

/**
 * Finds a pattern in lines, in time linear in the line, whatever the pattern is: it is matched by RE2's rules, without look-around and
 * back-references. The matcher is loaded when a pattern is first used. Throws, in words for the model, for what is no pattern.
 */
export const matchLine = async (pattern: string, ignoreCase: boolean): Promise<(line: string) => boolean> => {
  if (pattern === '' || pattern.length > maxPattern)
    throw new Error(`\`pattern\` has to have between 1 and ${maxPattern} characters.`)
  const { RE2JS } = await import('re2js')
  try {
    const compiled = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
    return (line) => compiled.matcher(line).find()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`\`pattern\` cannot be read (RE2 syntax, no look-around, no back-references): ${why}`, {
      cause: error,
    })
  }
}
