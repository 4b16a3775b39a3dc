import { setTimeout as wait } from 'node:timers/promises'
import { repeatPauses } from '@amelia/agent-process'
import { tryCommand } from '../../stored/try-command.ts'
import { type Called, type CallOptions, callProgram } from './call-program.ts'

interface PushOptions extends CallOptions {
  /** The remote as git is given it. */
  remote: string
  /** Called each time that git was killed. */
  onKilled?: (pushed: Called) => void
  /** Waits. */
  pause?: (ms: number) => Promise<unknown>
}

/**
 * Pushes a ref under its name, never with force. The push of a killed process may have arrived: it is
 * repeated, a few times, unless the repository at `address` has the value by then.
 */
export const pushRef = async (
  address: string,
  ref: string,
  { remote, onKilled, pause = wait, ...options }: PushOptions,
): Promise<Called> => {
  const push = (): Promise<Called> =>
    callProgram('git', ['push', '--no-force', '--', remote, `${ref}:${ref}`], options)
  let pushed = await push()
  for (const ms of repeatPauses) {
    if (!pushed.isKilled) return pushed
    onKilled?.(pushed)
    await pause(ms)
    if (await hasArrived(address, ref, options)) return { ...pushed, ok: true }
    pushed = await push()
  }
  return pushed
}

const hasArrived = async (address: string, ref: string, options: CallOptions): Promise<boolean> => {
  const value = await tryCommand('git', ['rev-parse', '--verify', '--quiet', ref], options.cwd)
  const { stdout } = await callProgram('git', ['ls-remote', '--refs', '--', address, ref], options)
  return value !== undefined && stdout.split('\n').includes(`${value}\t${ref}`)
}
