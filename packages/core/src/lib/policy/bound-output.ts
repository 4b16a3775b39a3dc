const edgeLines = 50
const maxCharacters = 4_000

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
  const note = `\n... (${bounded.length - maxCharacters} characters left out) ...\n`
  const half = Math.floor((maxCharacters - note.length) / 2)
  return bounded.slice(0, half) + note + bounded.slice(-half)
}
