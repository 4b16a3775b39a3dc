import type { Host } from '../../contract/host.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { createMemoryGit, type MemoryGit, type MemoryGitOptions } from './memory-git.ts'
import { createMemoryStore } from './memory-store.ts'
import { type CommandScript, createScriptedCommands } from './scripted-commands.ts'

export interface MemoryHost extends Host {
  git: MemoryGit
  clock: ManualClock
  commands: ReturnType<typeof createScriptedCommands>
}

export interface MemoryHostOptions extends MemoryGitOptions {
  commands?: CommandScript
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
