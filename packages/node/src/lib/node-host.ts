import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { checkOptions, type Host, type RulesOf } from '@amelia/core/plugin'
import { describeConfinement } from './confine/confine-workspaces.ts'
import { machineId } from './machine-id.ts'
import { checkPlatform } from './check-platform.ts'
import { fileStore } from './store/file-store.ts'
import { locateRepository } from './git/repository/locate-repository.ts'
import { nativeGit } from './backend/native-git.ts'
import { type NativeGitOptions, nativeGitRules } from './backend/native-git-options.ts'
import { type ProcessRunnerOptions, processRunner, processRunnerRules } from './process/process-runner.ts'
import { createHostProof } from './proof/create-host-proof.ts'
import { systemClock } from './system-clock.ts'

/** Options of {@link nodeHost}. */
export interface NodeHostOptions extends NativeGitOptions, ProcessRunnerOptions {}

/**
 * Creates a host on this machine: native git, processes, and journals below the repository's git folder.
 *
 * Reads and creates nothing before the first call: `git.inspect()` reports a folder that is not a repository.
 * `machine` is a hash of the machine's id and name. `setup`, `copy` and `link` prepare workspaces; invalid
 * ones throw `OPTION_INVALID`. Statements are signed by the SSH key that git signs with, if there is one. On
 * native Windows it throws `PLATFORM_UNSUPPORTED`; inside WSL it works.
 */
export const nodeHost = (options: NodeHostOptions = {}): Host => {
  checkPlatform(process.platform)
  checkOptions('nodeHost', options, { ...nativeGitRules, ...processRunnerRules })
  return {
    git: nativeGit(pick(options, nativeGitRules)),
    store: fileStore({ dir: runsFolder(options.repo ?? '.') }),
    commands: processRunner(pick(options, processRunnerRules)),
    clock: systemClock(),
    get machine() {
      return machineId()
    },
    get confinement() {
      return describeConfinement(options.confine)
    },
    proof: createHostProof(options),
    uniqueId: () => Array.from({ length: 6 }, () => randomInt(36).toString(36)).join(''),
  }
}

const pick = <Part extends object>(options: Part, rules: RulesOf<Part>): Part =>
  Object.fromEntries(Object.entries(options).filter(([key]) => Object.hasOwn(rules, key))) as Part

/** Locates the repository when the store is first used. */
const runsFolder = (repo: string): (() => Promise<string>) => {
  let found: string | undefined
  return async () => {
    found ??= join((await locateRepository(repo)).commonDir, 'amelia', 'runs')
    return found
  }
}
