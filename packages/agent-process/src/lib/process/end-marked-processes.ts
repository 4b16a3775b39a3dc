import { endProcesses } from './end-processes.ts'
import { findMarkedProcesses } from './find-marked-processes.ts'
import { signalProcess } from './signal-process.ts'

/**
 * Ends every process that was started with this text in its environment: TERM first, then KILL for those
 * still running after `graceMs` milliseconds.
 *
 * Finds processes in sessions and groups of any kind, such as servers that an agent's commands left running.
 * Needs `/proc`; does nothing on systems without it.
 */
export const endMarkedProcesses = (text: string, graceMs = 2_000): Promise<void> =>
  endProcesses(graceMs, {
    isAnyRunning: () => findMarkedProcesses(text).length > 0,
    signalAll(signal) {
      for (const pid of findMarkedProcesses(text)) signalProcess(pid, signal)
    },
  })
