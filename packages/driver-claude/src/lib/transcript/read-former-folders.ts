import type { Entry } from './read-entries.ts'

/**
 * Lists the folders that a conversation worked in, without the given one. An entry names the folder of the
 * agent's shell, which may be a subfolder of a workspace.
 */
export const readFormerFolders = (entries: readonly Entry[], folder: string): string[] => [
  ...new Set(
    entries.flatMap(({ cwd }) => (typeof cwd === 'string' && cwd !== '' && cwd !== folder ? [cwd] : [])),
  ),
]
