import type { BaseFiles } from '@amelia/core/plugin'
import type { Repository } from '../repository/locate-repository.ts'
import { readBlob } from './read-blob.ts'

/** Reads the files of a commit from the user's repository, not from the agent's folder. */
export const baseFiles = (locate: () => Promise<Repository>, commit: string): BaseFiles => ({
  async list(folder) {
    const { git } = await locate()
    const { stdout } = await git(['ls-tree', '-r', '-z', '--full-tree', commit, '--', folder])
    return stdout
      .toString()
      .split('\0')
      .flatMap((line) => /^100(?:644|755) blob [0-9a-f]+\t(.*)$/s.exec(line)?.[1] ?? [])
      .sort()
  },
  read: async (path) => readBlob(await locate(), commit, path),
})
