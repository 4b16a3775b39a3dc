import type { CommandRequest, CommandResult } from '../../contract/command-runner.ts'
import { driverError } from '../../contract/driver-error.ts'
import { isEndedByDrain } from './is-ended-by-drain.ts'
import type { Performer } from '../performer.ts'

/**
 * Runs a command, as {@link Performer.command} does. Throws a driver error of the class `interrupted` if the
 * signal that drains the run ended it too.
 */
export const runCommand = async (
  performer: Performer,
  ...[request, withReport]: Parameters<Performer['command']>
): ReturnType<Performer['command']> => {
  return unlessDrained(performer, request, await performer.command(request, withReport))
}

/** Runs a command that verifies, as {@link Performer.check} does. Throws as {@link runCommand} does. */
export const runCheckCommand = async (
  performer: Performer,
  ...[request, withReport]: Parameters<Performer['check']>
): ReturnType<Performer['check']> =>
  unlessDrained(performer, request, await performer.check(request, withReport))

const unlessDrained = async <Result extends CommandResult>(
  performer: Performer,
  request: Pick<CommandRequest, 'argv'>,
  result: Result,
): Promise<Result> => {
  if (!(await isEndedByDrain(performer, result))) return result
  const message = `The command was ended by the signal that stops the run: ${request.argv.join(' ').slice(0, 200)}`
  throw driverError('interrupted', { message })
}
