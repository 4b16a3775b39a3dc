import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { Host } from '@amelia/core/plugin'
import { fileStore } from './store/file-store.ts'
import { locateRepository } from './git/repository/locate-repository.ts'
import { nativeGit } from './backend/native-git.ts'
import type { NativeGitOptions } from './backend/native-git-options.ts'
import { type ProcessRunnerOptions, processRunner } from './process/process-runner.ts'
import { systemClock } from './system-clock.ts'

export interface NodeHostOptions extends NativeGitOptions, ProcessRunnerOptions {}

/**
 * Everything that a run needs, on this machine: git and processes, journals below the repository's git folder.
 *
 * Makes and reads nothing itself: a folder that is no repository is found by `git.inspect()`. `setup`, `copy` and `link`
 * say what a workspace needs beside the commit's files; it throws `OPTION_INVALID` where they cannot be.
 */
export const nodeHost = (options: NodeHostOptions = {}): Host => ({
  git: nativeGit(options),
  store: fileStore({ dir: runsFolder(options.repo ?? '.') }),
  commands: processRunner(options),
  clock: systemClock(),
  uniqueId: () => Array.from({ length: 6 }, () => randomInt(36).toString(36)).join(''),
})

/** Looks for the repository once, when the first run is asked for. */
const runsFolder = (repo: string): (() => Promise<string>) => {
  let found: string | undefined
  return async () => {
    found ??= join((await locateRepository(repo)).commonDir, 'amelia', 'runs')
    return found
  }
}
