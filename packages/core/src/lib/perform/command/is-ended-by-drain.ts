import type { CommandResult } from '../../contract/command-runner.ts'
import type { Performer } from '../performer.ts'

/** Signals that ask a process to end: a service manager sends them to the engine and to its commands. */
const signals = new Set(['SIGHUP', 'SIGINT', 'SIGTERM'])

/** Exit codes of programs that end in an orderly way after such a signal: 128 and its number. */
const exitCodes = new Set([129, 130, 143])

/** Time for the signal that ended a process to drain the run, in milliseconds. */
const drainMs = 1000

/**
 * Whether a process was ended by the signal that drains the run (`docker stop`, systemd), and not by the
 * engine: its result says nothing about the work.
 *
 * The signal may reach the process before the engine, so the drain is waited for.
 */
export const isEndedByDrain = async (
  { state, host, signal: stop }: Pick<Performer, 'state' | 'host' | 'signal'>,
  { exitCode, signal }: Pick<CommandResult, 'exitCode' | 'signal'>,
): Promise<boolean> => {
  const ended = signal === undefined ? exitCodes.has(exitCode ?? 0) : signals.has(signal)
  if (!ended || stop.aborted) return false
  if (!isDraining(state)) await host.clock.wait(drainMs, stop, 'limit').catch(() => {})
  return isDraining(state) && !stop.aborted
}

const isDraining = ({ draining }: Performer['state']): boolean => draining === 'requested'
