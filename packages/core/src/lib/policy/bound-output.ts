const edgeLines = 50
const maxCharacters = 4_000
/** Room for the note that says how many characters are missing. */
const half = (maxCharacters - 50) / 2

/**
 * Keeps the first 50 and the last 50 lines of an output, and at most 4,000 characters, half from each end.
 *
 * What is left out is said in its place. The bounds are those of the source document `intelligent-execution`,
 * but for the end: an error is told at the end of an output more often than at its beginning.
 */
export const boundOutput = (output: string): string => {
  const lines = output.split('\n')
  const missing = lines.length - 2 * edgeLines
  const bounded =
    missing > 0
      ? [
          ...lines.slice(0, edgeLines),
          `... (${missing} lines left out) ...`,
          ...lines.slice(-edgeLines),
        ].join('\n')
      : output
  if (bounded.length <= maxCharacters) return bounded
  // Neither end begins or stops inside a surrogate pair.
  const head = bounded.slice(0, half).replace(/[\ud800-\udbff]$/, '')
  const tail = bounded.slice(-half).replace(/^[\udc00-\udfff]/, '')
  const left = bounded.length - head.length - tail.length
  return `${head}\n... (${left} characters left out) ...\n${tail}`
}
