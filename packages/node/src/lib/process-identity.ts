import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** What tells a process from every other, also from a later one with the same number. */
export interface ProcessIdentity {
  pid: number
  host: string
  /** Which of the host's containers the number counts in; null where the system does not tell. */
  container: string | null
  /** When it started, in the kernel's words, and in which boot; null where the system does not tell. */
  started: string | null
}

/** The processes that can be told of from here. */
export interface Processes {
  self(): ProcessIdentity
  /** Whether that process still runs; undefined for one of another machine or container: nobody here can know. */
  isAlive(identity: ProcessIdentity): boolean | undefined
}

/** The processes of this machine. */
export const machineProcesses: Processes = {
  self: () => ({
    pid: process.pid,
    host: hostname(),
    container: readContainer(),
    started: readStart(process.pid)?.started ?? null,
  }),
  isAlive({ pid, host, container, started }) {
    if (host !== hostname() || container !== readContainer()) return undefined
    try {
      process.kill(pid, 0)
    } catch (error) {
      // Another user's process may not be signalled, but it is there.
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
    }
    const now = readStart(pid)
    if (now === null) return true
    // One that nobody has waited for is listed, and does nothing any more.
    return now.state !== 'Z' && (started === null || started === now.started)
  },
}

const readContainer = (): string | null => {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return null
  }
}

/** When a process started and what it is at; null where the system does not tell. */
const readStart = (pid: number): { state: string; started: string } | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold anything; its state follows, and 19 fields on the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return { state: fields[0] ?? '', started: `${boot}/${fields[19]}` }
  } catch {
    return null
  }
}
