import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Ends all processes of a group: TERM, and KILL for what is left after `graceMs`.
 *
 * Resolves when none runs any more, and soon after KILL in any case. A group that is gone already is nothing.
 */
export const endProcessGroup = async (group: number, graceMs: number): Promise<void> => {
  if (!isRunning(group)) return
  signalGroup(group, 'SIGTERM')
  // A stopped process gets its TERM only when it goes on.
  signalGroup(group, 'SIGCONT')
  const started = performance.now()
  for (
    let pause = 5;
    isRunning(group) && performance.now() - started < graceMs;
    pause = Math.min(pause * 2, 50)
  ) {
    await delay(Math.min(pause, graceMs))
  }
  if (!isRunning(group)) return
  signalGroup(group, 'SIGKILL')
  for (let round = 0; isRunning(group) && round < 40; round += 1) await delay(5)
}

const signalGroup = (group: number, signal: NodeJS.Signals): boolean => {
  try {
    return process.kill(-group, signal)
  } catch {
    return false
  }
}

/** Dead processes that nobody has collected still answer to signals: where there is a /proc, it tells. */
const isRunning = (group: number): boolean => {
  try {
    process.kill(-group, 0)
  } catch {
    return false
  }
  let names: string[]
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return true
  }
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
