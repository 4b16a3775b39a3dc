import { type Called, callProgram } from './call-program.ts'

/** Calls `gh` with these arguments and text on its standard input. */
export type CallGitHub = (args: readonly string[], input?: string) => Promise<Called>

/** Creates calls of `gh` in a folder, which never ask. */
export const callGitHub =
  (repo: string): CallGitHub =>
  (args, input) =>
    callProgram('gh', args, {
      cwd: repo,
      env: { GH_PROMPT_DISABLED: '1' },
      ...(input !== undefined && { input }),
    })
