import type { Clock } from '../../contract/clock.ts'
import type { Host } from '../../contract/host.ts'
import { timerClock } from '../../contract/timer-clock.ts'
import { checkOptions } from '../../error/check/check-options.ts'
import type { RulesOf } from '../../error/check/rule.ts'
import { rules } from '../../error/check/rules.ts'
import { createAutoClock } from './auto-clock.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { createMemoryGit, type MemoryGit, type MemoryGitOptions, memoryGitRules } from './memory-git.ts'
import { createMemoryStore } from './memory-store.ts'
import { type CommandScript, createScriptedCommands } from './scripted-commands.ts'

/** A host that uses only memory, with access to its state for tests. */
export interface MemoryHost<Time extends Clock = Clock> extends Host {
  /** The repository, with its references, commits and checkout. */
  git: MemoryGit
  /** The clock; a test advances a manual one. */
  clock: Time
  /** The command runner, with the requests that it received. */
  commands: ReturnType<typeof createScriptedCommands>
}

const clocks = { auto: createAutoClock, manual: createManualClock, real: timerClock }

/** Options of {@link memoryHost}. */
export interface MemoryHostOptions extends MemoryGitOptions {
  /** Returns the results of commands. Default: every command exits with 0. */
  commands?: CommandScript | undefined
  /**
   * The clock. `auto` skips to the end of the next wait when nothing else can run; while a call of a driver
   * or another plugin can, its limits take as long as in reality. `manual` stands still until the test
   * advances it, as one of `createManualClock` does. `real` is the system's. Default: `auto`.
   */
  clock?: keyof typeof clocks | Clock | undefined
}

const { optional } = rules
const named = rules.oneOf(...Object.keys(clocks))
const aClock = rules.shape('a clock', { now: rules.function, wait: rules.function })

const memoryHostRules: RulesOf<MemoryHostOptions> = {
  ...memoryGitRules,
  commands: optional({ ...rules.function, expected: 'a function that returns the result of a command' }),
  clock: optional({
    ...aClock,
    expected: `${named.expected}, or a clock`,
    is: (value) => named.is(value) || aClock.is(value),
  }),
}

/**
 * Creates a host of fakes, which uses only memory. Equal runs have equal events and ids. Throws
 * `OPTION_INVALID`.
 */
export function memoryHost(options: MemoryHostOptions & { clock: 'manual' }): MemoryHost<ManualClock>
export function memoryHost<Time extends Clock>(options: MemoryHostOptions & { clock: Time }): MemoryHost<Time>
export function memoryHost(options?: MemoryHostOptions): MemoryHost
export function memoryHost(options: MemoryHostOptions = {}): MemoryHost {
  checkOptions('memoryHost', options, memoryHostRules)
  const { commands, clock: choice = 'auto', ...git } = options
  const clock = typeof choice === 'string' ? clocks[choice]() : choice
  let ids = 0
  return {
    git: createMemoryGit(git),
    store: createMemoryStore(clock.now),
    commands: createScriptedCommands(commands),
    clock,
    uniqueId: () => `run${++ids}`,
  }
}
