import { ruleFiles, rulesCommit } from '../own/rules-commit.ts'
import type { Performer } from '../performer.ts'

/**
 * Names the files with the project's rules for agents, as they are in the commit of {@link rulesCommit}: by
 * the path if the workspace has this version, otherwise by the command that shows it.
 *
 * The workspace has the files of `base`, apart from those in `changed`.
 */
export const findProjectRules = async (
  { state, host: { git } }: Pick<Performer, 'state' | 'host'>,
  { base, changed }: { base: string; changed: readonly string[] },
): Promise<string[]> => {
  const commit = rulesCommit(state)
  const read = async (from: string, path: string): Promise<string | undefined> => {
    const content = await git.readFile(from, path)
    return content === null ? undefined : new TextDecoder().decode(content)
  }
  const names = ruleFiles.map(async (path) => {
    const rules = await read(commit, path)
    if (rules === undefined) return []
    const isThere = !changed.includes(path) && (base === commit || (await read(base, path)) === rules)
    return [isThere ? path : `git show ${commit}:${path}`]
  })
  return (await Promise.all(names)).flat()
}
