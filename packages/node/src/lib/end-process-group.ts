import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Ends all processes of a group: TERM, and KILL for what is left after `graceMs`.
 *
 * With a `marker`, also those that left the group (`setsid`) and have the marker in the environment that they were started with.
 * Only where there is a /proc: elsewhere, and when a process was started with an emptied environment in a session of its own,
 * nothing tells that it belongs here, and it is left alone.
 * Resolves when none runs any more, and soon after KILL in any case. A group that is gone already is nothing.
 */
export const endProcessGroup = async (group: number, graceMs: number, marker?: string): Promise<void> => {
  const isAnyRunning = (): boolean => isRunning(group) || findMarked(marker).length > 0
  const signalAll = (signal: NodeJS.Signals): void => {
    signalProcess(-group, signal)
    for (const pid of findMarked(marker)) signalProcess(pid, signal)
  }
  if (!isAnyRunning()) return
  signalAll('SIGTERM')
  // A stopped process gets its TERM only when it goes on.
  signalAll('SIGCONT')
  const started = performance.now()
  for (
    let pause = 5;
    isAnyRunning() && performance.now() - started < graceMs;
    pause = Math.min(pause * 2, 50)
  ) {
    await delay(Math.min(pause, graceMs))
  }
  // Again while there are any: what was just being started may have been missed.
  for (let round = 0; isAnyRunning() && round < 40; round += 1) {
    signalAll('SIGKILL')
    await delay(5)
  }
}

/** A negative number is a group. What is gone is gone. */
const signalProcess = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended meanwhile, or is not ours to end.
  }
}

/** Living processes that were started with the marker in their environment. */
const findMarked = (marker: string | undefined): number[] => {
  if (marker === undefined) return []
  return processNames()
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
}

const processNames = (): string[] => {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

/** Dead processes that nobody has collected still answer to signals: where there is a /proc, it tells. */
const isRunning = (group: number): boolean => {
  try {
    process.kill(-group, 0)
  } catch {
    return false
  }
  const names = processNames()
  return names.length === 0 || names.some((name) => belongs(name, group))
}

const belongs = (pid: string, group: number): boolean => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // `pid (name) state parent group ...`, and the name may hold anything.
    const [state, , owner] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return Number(owner) === group && state !== 'Z' && state !== 'X'
  } catch {
    return false
  }
}
