import type { Entry } from './read-entries.ts'

/** Lists the folders that a conversation worked in, without the given one. */
export const readFormerFolders = (entries: readonly Entry[], folder: string): string[] => [
  ...new Set(
    entries.flatMap(({ cwd }) => (typeof cwd === 'string' && cwd !== '' && cwd !== folder ? [cwd] : [])),
  ),
]
