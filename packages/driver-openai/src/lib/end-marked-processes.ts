import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** The variable whose value is in every process of a session. */
export const markerName = 'AMELIA_SESSION'

/** Milliseconds that processes have to end by themselves. */
const graceMs = 2_000

/** A value of {@link markerName} that no other session has. It names the process that the session belongs to. */
export const makeMarker = (): string => `codex-${process.pid}-${crypto.randomUUID()}`

/**
 * Ends every process that was started with this marker in its environment: TERM, and KILL for what is left after two seconds.
 *
 * An agent's commands may start others that live on, in sessions of their own. Only where there is a /proc: elsewhere Codex ends
 * the command that runs, and what left it is not found.
 */
export const endMarkedProcesses = (marker: string): Promise<void> =>
  endAll(() => findProcesses((environment) => environment.includes(`${markerName}=${marker}`)))

/**
 * Ends what is left of sessions whose own process is gone, as after a crash: nobody hears them any more, and they might go on writing
 * where a resumed run works.
 */
export const endOrphans = (): Promise<void> => {
  const isOrphan = (environment: string): boolean => {
    const owner = new RegExp(`${markerName}=codex-(\\d+)-`).exec(environment)?.[1]
    return owner !== undefined && !isRunning(Number(owner))
  }
  // In another container the same number is somebody else.
  return endAll(() => findProcesses(isOrphan).filter((pid) => namespaceOf(pid) === namespaceOf('self')))
}

const endAll = async (find: () => number[]): Promise<void> => {
  const started = performance.now()
  for (let pause = 5; ; pause = Math.min(pause * 2, 50)) {
    const left = find()
    if (left.length === 0) return
    const waited = performance.now() - started
    if (waited > 2 * graceMs) return
    for (const pid of left) {
      signalProcess(pid, waited < graceMs ? 'SIGTERM' : 'SIGKILL')
      // A stopped process gets its TERM only when it goes on.
      signalProcess(pid, 'SIGCONT')
    }
    await delay(pause)
  }
}

const signalProcess = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended meanwhile, or is not ours to end.
  }
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: unknown }).code === 'EPERM'
  }
}

const namespaceOf = (pid: number | 'self'): string | undefined => {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`)
  } catch {
    return undefined
  }
}

const findProcesses = (matches: (environment: string) => boolean): number[] =>
  processNames()
    .filter((pid) => {
      try {
        // Of a dead process this is empty; of another user's it cannot be read.
        return matches(readFileSync(`/proc/${pid}/environ`, 'latin1'))
      } catch {
        return false
      }
    })
    .map(Number)
    .filter((pid) => pid !== process.pid)

const processNames = (): string[] => {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}
