import { checkRequest, trackSessions } from '@amelia/agent-process'
import { type Clock, defineDriver, type DriverV1, timerClock } from '@amelia/core/plugin'
import type { AcpAgentOptions } from './option/acp-agent-options.ts'
import { readSettings } from './option/acp-settings.ts'
import { checkSettings } from './option/check-acp-agent.ts'
import { describeAccess } from './option/describe-access.ts'
import { runAcpSession } from './session/run-acp-session.ts'
import type { SessionInput } from './task/session-input.ts'
import { exportSession } from './usage/export-session.ts'
import { readExport } from './usage/read-export.ts'

/** Parts of the driver that tests and unusual environments replace. */
export interface AcpAgentParts {
  /** Measures the time limits of sessions. Default: the system clock. */
  clock: Clock
  /** Default: `process.env`. */
  environment: Readonly<Record<string, string | undefined>>
}

/**
 * Creates a driver for an agent that speaks the Agent Client Protocol. Each session starts one program in its
 * workspace.
 *
 * Known agents start with settings that make them ask before they act; the answers follow the rules of
 * Claude's tools. Meters tokens and dollars where the agent has complete records. A session leaves no process
 * behind. Throws `OPTION_INVALID` for a command that needs a shell.
 */
export const acpAgent = (
  options: AcpAgentOptions,
  { clock = timerClock({ keepAlive: false }), environment = process.env }: Partial<AcpAgentParts> = {},
): DriverV1 => {
  const settings = readSettings(options)
  const { profile } = settings
  const sessions = trackSessions()
  const inputs = new Map<string, SessionInput>()
  const lastMessages = new Map<string, string>()
  const isExported = profile.usage === 'export'
  const readStored = (sessionId: string): Promise<string | undefined> =>
    exportSession({ settings, environment }, sessionId)
  return defineDriver({
    id: settings.name,
    provider: settings.provider,
    meters: isExported ? ['tokens', 'usd'] : [],
    reports: 'text',
    todo: true,
    resume: profile.resumes ? 'machine' : 'none',
    access: describeAccess(settings, environment),
    runSession: (request, callContext) =>
      sessions.run(
        callContext,
        async (context) => {
          context.signal.throwIfAborted()
          const folder = checkRequest(profile.title, request, checkSettings(settings, environment), [
            ...(isExported ? (['tokens', 'usd'] as const) : []),
            'wallMs',
          ])
          const places = { folder, clock, environment, inputs, lastMessages }
          return runAcpSession({ request, context, settings, ...places })
        },
        request.resume,
      ),
    ...(profile.steers && {
      steer: async (sessionId: string, text: string) => (await inputs.get(sessionId)?.offer(text)) ?? false,
    }),
    ...(isExported && {
      async readTranscript(sessionId: string) {
        const text = await readStored(sessionId)
        return text === undefined ? undefined : { format: 'json', text }
      },
      async readUsage(sessionId: string) {
        const { inputTokens, ...rest } = readExport((await readStored(sessionId)) ?? '')?.usage ?? {}
        return inputTokens === undefined ? undefined : { inputTokens, ...rest }
      },
    }),
    close: () => sessions.close(),
  })
}
