import { setTimeout as wait } from 'node:timers/promises'
import { repeatPauses } from '@amelia/agent-process'
import { tryCommand } from '../../stored/try-command.ts'
import { type Called, type CallOptions, callProgram } from './call-program.ts'

interface PushOptions extends CallOptions {
  /** The remote as git is given it. */
  remote: string
  /** Its name there. Default: its own. */
  to?: string
  /** Called each time that git was killed. */
  onKilled?: (pushed: Called) => void
  /** Waits. */
  pause?: (ms: number) => Promise<unknown>
}

/**
 * Pushes a ref, never with force. The push of a killed process may have arrived: it is
 * repeated, a few times, unless the repository at `address` has the value by then.
 */
export const pushRef = async (
  address: string,
  ref: string,
  { remote, to = ref, onKilled, pause = wait, ...options }: PushOptions,
): Promise<Called> => {
  const push = (): Promise<Called> =>
    callProgram(
      'git',
      ['push', '--no-force', '--no-follow-tags', '--recurse-submodules=no', '--', remote, `${ref}:${to}`],
      options,
    )
  let pushed = await push()
  for (const ms of repeatPauses) {
    if (!pushed.isKilled) return pushed
    onKilled?.(pushed)
    await pause(ms)
    if (await hasArrived(address, { ref, to }, options)) return { ...pushed, ok: true }
    pushed = await push()
  }
  return pushed
}

const hasArrived = async (
  address: string,
  { ref, to }: { ref: string; to: string },
  options: CallOptions,
): Promise<boolean> => {
  const value = await tryCommand('git', ['rev-parse', '--verify', '--quiet', ref], options.cwd)
  const { stdout } = await callProgram('git', ['ls-remote', '--refs', '--', address, to], options)
  return value !== undefined && stdout.split('\n').includes(`${value}\t${to}`)
}
