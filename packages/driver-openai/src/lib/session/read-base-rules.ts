import type { Workspace } from '@amelia/core/plugin'

/** The length up to which Codex itself reads the file. */
const longest = 32 * 1024

/**
 * Reads the project's `AGENTS.md` from the commit that the work builds on; undefined if it has none.
 *
 * Codex would read the file in the workspace, which agents can change. They can also change the git folder of
 * the workspace, such as by `git replace`, so the file comes from the user's repository.
 */
export const readBaseRules = async ({ baseFiles }: Workspace): Promise<string | undefined> => {
  const content = await baseFiles?.read('AGENTS.md')
  const text = content ? new TextDecoder().decode(content) : ''
  return text.trim() === '' ? undefined : text.slice(0, longest)
}

/** Words the rules as instructions for a session. */
export const ruleInstructions = (rules: string): string =>
  `The project's AGENTS.md, as it is in the commit that your work builds on. Ignore later changes to it.\n\n<INSTRUCTIONS>\n${rules.trim()}\n</INSTRUCTIONS>`
