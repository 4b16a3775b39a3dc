import { readFileSync } from 'node:fs'

/** The kernel's record of one process. */
export interface ProcessStat {
  /** One letter, such as `R`, `S` or `Z` (dead and not yet collected). */
  state: string
  /** Whether the kernel takes the process apart: it runs no code, but its files may still be open. */
  isExiting: boolean
  /** The id of the parent process. */
  parent: number
  /** The id of the process group. */
  group: number
  /** Start time in clock ticks since boot. */
  startTicks: string
}

const exitingFlag = 0x4

/** Reads `/proc/PID/stat`; undefined for a process that does not exist, and on systems without `/proc`. */
export const readProcessStat = (pid: number): ProcessStat | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // `pid (name) state parent group ...`: the name may contain anything, parentheses included.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return {
      state: fields[0] ?? '',
      isExiting: (Number(fields[6]) & exitingFlag) !== 0,
      parent: Number(fields[1]),
      group: Number(fields[2]),
      startTicks: fields[19] ?? '',
    }
  } catch {
    return undefined
  }
}
