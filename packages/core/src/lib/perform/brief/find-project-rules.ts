/** Files in which a repository keeps its rules for agents. */
const ruleFiles = ['AGENTS.md', 'CLAUDE.md']

/**
 * Finds the files with the repository's rules for agents. `readFile` reads the commit that the work began on:
 * what an agent writes into such a file during the work does not count.
 */
export const findProjectRules = async (
  readFile: (path: string) => Promise<Uint8Array | null>,
): Promise<string[]> => {
  const contents = await Promise.all(ruleFiles.map((path) => readFile(path)))
  return ruleFiles.filter((_, index) => contents[index] !== null)
}
