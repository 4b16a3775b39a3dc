import { endProcesses } from './end-processes.ts'
import { findMarkedProcesses } from './find-marked-processes.ts'
import { signalProcess } from './signal-process.ts'

/**
 * Ends every process that was started with this text, or one that matches, in its environment: TERM first,
 * then KILL for those still running after `graceMs` milliseconds.
 *
 * Finds processes in sessions and groups of any kind, such as servers that an agent's commands left running.
 * Needs `/proc`; does nothing on systems without it.
 */
export const endMarkedProcesses = (mark: string | RegExp, graceMs = 2_000): Promise<void> =>
  endProcesses(graceMs, {
    isAnyRunning: () => findMarkedProcesses(mark).length > 0,
    signalAll(signal) {
      for (const pid of findMarkedProcesses(mark)) signalProcess(pid, signal)
    },
  })
