/** Most characters of an output to search. */
const maxSearched = 100_000

/**
 * Finds the paths that a program could not write to because they are read-only, as its output names them:
 * the words of shells and coreutils, Node, Python and Go.
 */
export const findRefused = (output: string): string[] => {
  const lines = output
    .slice(-maxSearched)
    .split('\n')
    .filter((line) => /read-only file system|\bEROFS\b/i.test(line))
  return [...new Set(lines.flatMap((line) => /(?:^|[\s'"`(=])(\/[^\s'"`:,)]+)/.exec(line)?.[1] ?? []))]
}
