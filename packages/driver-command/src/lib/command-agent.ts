import { checkRequest, trackSessions } from '@amelia/agent-process'
import { type Clock, defineDriver, driverError, type DriverV1, timerClock } from '@amelia/core/plugin'
import type { CommandAgentOptions } from './command-agent-options.ts'
import { readSettings } from './command-agent-settings.ts'
import { describeAccess } from './describe-access.ts'
import { runCommandSession } from './run-command-session.ts'

/** Parts of the driver that tests and unusual environments replace. */
export interface CommandAgentParts {
  /** Measures the time limits of sessions. Default: the system clock. */
  clock: Clock
  /** Default: `process.env`. */
  environment: Readonly<Record<string, string | undefined>>
}

/**
 * Creates a driver for an agent with a command line: each session runs its command once in the workspace.
 *
 * The agent gets the prompt as an argument or on its standard input, works in the workspace, and ends its
 * standard output with a report. It meters neither tokens nor dollars, and its sessions cannot be resumed. A
 * session leaves no process behind. Throws `OPTION_INVALID` for a command that needs a shell.
 */
export const commandAgent = (
  options: CommandAgentOptions,
  { clock = timerClock({ keepAlive: false }), environment = process.env }: Partial<CommandAgentParts> = {},
): DriverV1 => {
  const settings = readSettings(options)
  const sessions = trackSessions()
  return defineDriver({
    id: settings.name,
    provider: settings.provider,
    meters: [],
    reports: 'text',
    resume: 'none',
    access: describeAccess(settings),
    runSession: (request, callContext) =>
      sessions.run(callContext, async (context) => {
        context.signal.throwIfAborted()
        const folder = checkRequest(settings.name, request, [], [])
        if (request.model !== undefined && !settings.argv.some((word) => word.includes('{model}')))
          throw driverError('environment', {
            message: `The session asks for the model "${request.model}", but the command of ${settings.name} does not contain "{model}". Add it to the command, or ask for no model.`,
          })
        return runCommandSession({ request, context, settings, folder, clock, environment })
      }),
    close: () => sessions.close(),
  })
}
