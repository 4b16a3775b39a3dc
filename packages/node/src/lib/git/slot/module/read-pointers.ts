import { gitSettings } from '@amelia/agent-process'
import { runGit } from '../../call/run-git.ts'
import type { Slot } from '../slot.ts'

/**
 * Reads the commits of submodules in a workspace that differ from those of the engine's index, by path.
 *
 * Reads only references, and no object or program of the agent's git dirs: git would fetch a missing object
 * from where the agent's configuration says. A submodule without a repository does not differ.
 */
export const readPointers = async (slot: Slot, paths: readonly string[]): Promise<Map<string, string>> => {
  const how = ['--patch', '--submodule=short', gitSettings.outside, '--no-ext-diff', '--no-color']
  const pointers = new Map<string, string>()
  for (const path of paths) {
    const { text } = await runGit(['diff-files', ...how, '--', path], {
      gitDir: slot.gitDir,
      workTree: slot.workspace,
    })
    const id = /^\+Subproject commit ([0-9a-f]+)/m.exec(text)?.[1]
    if (id !== undefined) pointers.set(path, id)
  }
  return pointers
}
