import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HookOutcome } from '@amelia/core/plugin'
import type { Repository } from '../repository/locate-repository.ts'
import { hookFolder, type HookTrial, runHooks } from '../attempt/run-hooks.ts'
import type { InPlace } from './open-in-place.ts'

/**
 * Runs the user's commit hooks on an attempt in the user's checkout, as `git commit` would: HEAD is the
 * parent, and a separate index, not the user's, contains the attempt.
 */
export const runHooksInPlace = (
  repository: Repository,
  inPlace: InPlace,
  hooksPath: string | null,
  trial: HookTrial,
): Promise<HookOutcome> => {
  const { slot } = inPlace
  const index = join(hookFolder(slot), 'index')
  return runHooks(repository, slot, hooksPath, trial, {
    async prepare() {
      await inPlace.reset(trial.commit, [])
      await copyFile(join(slot.gitDir, 'index'), index)
      return { GIT_INDEX_FILE: index }
    },
    isClean: async () => (await inPlace.changesSince(trial.commit)).length === 0,
  })
}
