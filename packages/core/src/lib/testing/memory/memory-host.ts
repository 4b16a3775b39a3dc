import type { Host } from '../../contract/host.ts'
import { checkOptions } from '../../error/check/check-options.ts'
import type { RulesOf } from '../../error/check/rule.ts'
import { rules } from '../../error/check/rules.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { createMemoryGit, type MemoryGit, type MemoryGitOptions, memoryGitRules } from './memory-git.ts'
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

const { optional } = rules

const memoryHostRules: RulesOf<MemoryHostOptions> = {
  ...memoryGitRules,
  commands: optional({ ...rules.function, expected: 'a function that returns the result of a command' }),
  clock: optional(
    rules.shape('a clock, as createManualClock returns', {
      ...{ now: rules.function, wait: rules.function, advance: rules.function },
    }),
  ),
}

/**
 * Creates a host of fakes, which uses only memory. Equal runs have equal events and ids. Throws
 * `OPTION_INVALID`.
 */
export const memoryHost = (options: MemoryHostOptions = {}): MemoryHost => {
  checkOptions('memoryHost', options, memoryHostRules)
  const { commands, clock = createManualClock(), ...git } = options
  let ids = 0
  return {
    git: createMemoryGit(git),
    store: createMemoryStore(clock.now),
    commands: createScriptedCommands(commands),
    clock,
    uniqueId: () => `run${++ids}`,
  }
}
