import type { Host } from '../../contract/host.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { createMemoryGit, type MemoryGit, type MemoryGitOptions } from './memory-git.ts'
import { createMemoryStore } from './memory-store.ts'
import { type CommandScript, createScriptedCommands } from './scripted-commands.ts'

/** A host that uses only memory, with access to its state for tests. */
export interface MemoryHost extends Host {
  /** The repository, with its references, commits and checkout. */
  git: MemoryGit
  /** The clock, which a test advances. */
  clock: ManualClock
  /** The command runner, with the requests that it received. */
  commands: ReturnType<typeof createScriptedCommands>
}

/** Options of {@link memoryHost}. */
export interface MemoryHostOptions extends MemoryGitOptions {
  /** Returns the results of commands. Default: every command exits with 0. */
  commands?: CommandScript
  /** The clock. Default: a new one. */
  clock?: ManualClock
}

/** Creates a host of fakes, which uses only memory. Equal runs have equal events and ids. */
export const memoryHost = ({
  commands,
  clock = createManualClock(),
  ...git
}: MemoryHostOptions = {}): MemoryHost => {
  let ids = 0
  return {
    git: createMemoryGit(git),
    store: createMemoryStore(clock.now),
    commands: createScriptedCommands(commands),
    clock,
    uniqueId: () => `run${++ids}`,
  }
}
