import { createIsomorphicGit, createRepository, memoryFileSystem } from '@amelia/git-isomorphic'
import { keyValueStore, memoryEntries } from '@amelia/store-key-value'
import { beginning, type Outcome, runAnywhere } from './run-anywhere.ts'

/** Runs a plan on a repository in memory: in a page, in a Worker, in Node. */
export const runInMemory = async (plan: string): Promise<Outcome> => {
  const repository = { fs: memoryFileSystem(), dir: '/repo' }
  await createRepository({ ...repository, ...beginning })
  return runAnywhere(plan, { git: createIsomorphicGit(repository), store: keyValueStore(memoryEntries()) })
}
