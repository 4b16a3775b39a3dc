import type { GitPlace } from './start-git.ts'

/** A folder with a git dir of the engine, such as a slot. */
export interface WorkPlace {
  gitDir: string
  workspace: string
  /** The programs that git may run there. */
  programs: { config: Readonly<Record<string, string>> }
}

/** Returns where git runs for a workspace, with the programs of its commit. */
export const callOn = ({
  gitDir,
  workspace,
  programs: { config },
}: WorkPlace): Required<Pick<GitPlace, 'gitDir' | 'workTree' | 'config'>> => ({
  gitDir,
  workTree: workspace,
  config,
})
