import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { readProcessStat } from './read-process-stat.ts'

/** Identifies a process, and tells it from a later one with the same id. */
export interface ProcessIdentity {
  /** The process id, unique on its host or in its container while the process runs. */
  pid: number
  /** The name of the machine. */
  host: string
  /** The PID namespace in which the id is valid; null where the system does not report it. */
  container: string | null
  /** Boot id and start time, as the kernel reports them; null where the system does not. */
  started: string | null
}

/** The processes visible to this one. */
export interface Processes {
  /** Identifies the current process. */
  self(): ProcessIdentity
  /**
   * Whether a process still runs; undefined for a process of another machine or container, which is not
   * visible here.
   */
  isAlive(identity: ProcessIdentity): boolean | undefined
}

/** Identifies a process of this machine and container. */
export const identifyProcess = (pid: number): ProcessIdentity => ({
  pid,
  host: hostname(),
  container: readContainer(),
  started: readStart(pid)?.started ?? null,
})

/** The processes of this machine. */
export const machineProcesses: Processes = {
  self: () => identifyProcess(process.pid),
  isAlive({ pid, host, container, started }) {
    if (host !== hostname() || container !== readContainer()) return undefined
    try {
      process.kill(pid, 0)
    } catch (error) {
      // Another user's process cannot be signalled, but it exists.
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
    }
    const now = readStart(pid)
    if (now === null) return true
    // It is listed while its memory is freed, then as a zombie until its parent collects it.
    return !now.hasEnded && (started === null || started === now.started)
  },
}

/** Returns whether two processes of one machine ran since the same start of it; false if that is unknown. */
export const isSameBoot = (one: ProcessIdentity | null, other: ProcessIdentity): boolean =>
  other.started !== null && bootOf(one) === bootOf(other)

const bootOf = (identity: ProcessIdentity | null): string | undefined => identity?.started?.split('/')[0]

const readContainer = (): string | null => {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return null
  }
}

/** Whether a process has ended, and its start time; null where the system does not report them. */
const readStart = (pid: number): { hasEnded: boolean; started: string } | null => {
  const stat = readProcessStat(pid)
  if (stat === undefined) return null
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return { hasEnded: stat.isExiting || stat.state === 'Z', started: `${boot}/${stat.startTicks}` }
  } catch {
    return null
  }
}
