import { endProcesses } from './end-processes.ts'
import { listProcesses } from './list-processes.ts'
import { readProcessStat } from './read-process-stat.ts'
import { signalProcess } from './signal-process.ts'

/**
 * Ends all processes of a group: TERM first, then KILL for those still running after `graceMs` milliseconds.
 *
 * `findOthers` finds processes outside the group that end in the same way; by default there are none.
 * `signalGroup` sends the signals to the group; by default, to each of its processes.
 * Resolves when none of them runs, and at the latest shortly after KILL. Does nothing for a group that does
 * not exist.
 */
export const endProcessGroup = (
  group: number,
  graceMs: number,
  findOthers: () => number[] = () => [],
  signalGroup = (signal: NodeJS.Signals): void => signalProcess(-group, signal),
): Promise<void> =>
  endProcesses(graceMs, {
    isAnyRunning: () => isGroupRunning(group) || findOthers().length > 0,
    signalAll(signal) {
      signalGroup(signal)
      for (const pid of findOthers()) signalProcess(pid, signal)
    },
  })

/**
 * Whether a process of a group runs. Dead processes that have not been collected still accept signals;
 * `/proc` tells them apart where it exists.
 */
export const isGroupRunning = (group: number): boolean => {
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
