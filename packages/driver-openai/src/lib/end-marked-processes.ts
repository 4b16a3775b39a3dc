import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** The variable whose value is in every process of a session. */
export const markerName = 'AMELIA_SESSION'

/** Milliseconds that processes have to end by themselves. */
const graceMs = 2_000

/**
 * Ends every process that was started with this value of {@link markerName}: TERM, and KILL for what is left after two seconds.
 *
 * An agent's commands may start others that live on, in sessions of their own. Only where there is a /proc: elsewhere Codex ends
 * the command that runs, and what left it is not found.
 */
export const endMarkedProcesses = async (marker: string): Promise<void> => {
  const started = performance.now()
  for (let pause = 5; ; pause = Math.min(pause * 2, 50)) {
    const left = findMarked(`${markerName}=${marker}`)
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

const findMarked = (marker: string): number[] =>
  processNames()
    .filter((pid) => {
      try {
        // Of a dead process this is empty; of another user's it cannot be read.
        return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(marker)
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
