import { readFileSync } from 'node:fs'

/** The kernel counts the time of processes in hundredths of a second. */
const microsecondsPerTick = 10_000

/** Returns microseconds of real time. */
export const realTime = (): number => performance.now() * 1_000

/**
 * Returns microseconds of CPU time of this process and of all its children that have ended, with theirs. The
 * children count in steps of 10 ms, and only on Linux.
 */
export const cpuTimeWithChildren = (): number => {
  const { user, system } = process.cpuUsage()
  let fields: string[] = []
  try {
    // The name of the program comes first, in parentheses, and may contain spaces.
    fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  } catch {
    // Other systems do not have the file.
  }
  const ofChildren = Number(fields[13] ?? 0) + Number(fields[14] ?? 0)
  return user + system + ofChildren * microsecondsPerTick
}
