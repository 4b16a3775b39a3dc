import { toolError } from '../tool-error.ts'

/** The longest pattern, in characters. */
const maxPattern = 500

/** Creates a predicate for lines that contain a text. */
export const matchText = (text: string, ignoreCase: boolean): ((line: string) => boolean) => {
  if (text === '') throw toolError('input_invalid', '`text` is empty.')
  if (!ignoreCase) return (line) => line.includes(text)
  const lower = text.toLowerCase()
  return (line) => line.toLowerCase().includes(lower)
}

/**
 * Creates a predicate for lines that match a pattern, in time linear in the line.
 *
 * Uses RE2 syntax, without look-around and back-references. Loads the matcher with the first pattern. Throws
 * an error for the model for an invalid pattern.
 */
export const matchLine = async (pattern: string, ignoreCase: boolean): Promise<(line: string) => boolean> => {
  if (pattern === '' || pattern.length > maxPattern)
    throw toolError('input_invalid', `\`pattern\` must have 1 to ${maxPattern} characters.`)
  const { RE2JS } = await import('re2js')
  try {
    const compiled = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
    return (line) => compiled.matcher(line).find()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw toolError(
      'input_invalid',
      `\`pattern\` is invalid (RE2 syntax, without look-around and back-references): ${why}`,
    )
  }
}
