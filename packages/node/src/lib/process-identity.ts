import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** What tells a process from every other, also from a later one with the same number. */
export interface ProcessIdentity {
  pid: number
  host: string
  /** When it started, in the kernel's words, and in which boot; null where the system does not tell. */
  started: string | null
}

/** The identity of this process, or of another one of this machine. */
export const processIdentity = (pid: number = process.pid): ProcessIdentity => ({
  pid,
  host: hostname(),
  started: readStart(pid),
})

/** Whether that process still runs. One of another machine counts as running: nobody here can know. */
export const isProcessAlive = ({ pid, host, started }: ProcessIdentity): boolean => {
  if (host !== hostname()) return true
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Another user's process may not be signalled, but it is there.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = readStart(pid)
  return started === null || now === null || started === now
}

const readStart = (pid: number): string | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold anything; the start time is the 20th field after it.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return ticks === undefined ? null : `${boot}/${ticks}`
  } catch {
    return null
  }
}
