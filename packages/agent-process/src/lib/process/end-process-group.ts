import { endProcesses } from './end-processes.ts'
import { findMarkedProcesses } from './find-marked-processes.ts'
import { listProcesses } from './list-processes.ts'
import { readProcessStat } from './read-process-stat.ts'
import { signalProcess } from './signal-process.ts'

/**
 * Ends all processes of a group: TERM first, then KILL for those still running after `graceMs` milliseconds.
 *
 * With a `marker`, also ends processes that left the group (`setsid`) and carry the marker in their initial
 * environment. This needs `/proc`. A process that left the group with an emptied environment cannot be
 * identified and keeps running. Resolves when none of them runs, and at the latest shortly after KILL. Does
 * nothing for a group that does not exist.
 */
export const endProcessGroup = (group: number, graceMs: number, marker?: string): Promise<void> => {
  const findMarked = (): number[] => (marker === undefined ? [] : findMarkedProcesses(marker))
  return endProcesses(graceMs, {
    isAnyRunning: () => isRunning(group) || findMarked().length > 0,
    signalAll(signal) {
      signalProcess(-group, signal)
      for (const pid of findMarked()) signalProcess(pid, signal)
    },
  })
}

/**
 * Dead processes that have not been collected still accept signals; `/proc` tells them apart where it exists.
 */
const isRunning = (group: number): boolean => {
  try {
    process.kill(-group, 0)
  } catch {
    return false
  }
  const processes = listProcesses()
  return processes.length === 0 || processes.some((pid) => isLiveMember(pid, group))
}

const isLiveMember = (pid: number, group: number): boolean => {
  const stat = readProcessStat(pid)
  return stat?.group === group && stat.state !== 'Z' && stat.state !== 'X'
}
