import { type AgentParts, checkRequest, loadSdk, trackSessions } from '@amelia/agent-process'
import { defineDriver, type DriverV1, timerClock } from '@amelia/core/plugin'
import { checkClaude, checkSettings } from './option/check-claude.ts'
import type { ClaudeOptions } from './option/claude-options.ts'
import { claudePackage } from './option/claude-package.ts'
import { describeAccess } from './option/describe-access.ts'
import type { ClaudeSdk } from './session/claude-sdk.ts'
import { readSettings } from './option/claude-settings.ts'
import { runClaudeSession } from './session/run-claude-session.ts'

/**
 * The package name is an expression, so that type checkers and bundlers do not resolve the optional package.
 */
const importSdk = (): Promise<unknown> => import(claudePackage.name)

/**
 * Creates a driver for Claude with replaceable parts. Programs use {@link claude}.
 *
 * Meters tokens and dollars. Dollars are the agent's own estimate, reported at the end of a session. A
 * session leaves no process behind.
 */
export const createClaude = (options: ClaudeOptions = {}, parts: Partial<AgentParts> = {}): DriverV1 => {
  const { load, clock = timerClock({ keepAlive: false }), environment = process.env } = parts
  const settings = readSettings(options, environment)
  const sessions = trackSessions()
  const spent = new Map<string, number>()
  return defineDriver({
    id: 'claude',
    provider: settings.provider,
    meters: ['tokens', 'usd'],
    reports: 'output',
    access: describeAccess(settings, environment),
    runSession: (request, callContext) =>
      sessions.run(callContext, async (context) => {
        context.signal.throwIfAborted()
        const problems = load ? checkSettings(settings, environment) : checkClaude(options, environment)
        const folder = checkRequest('Claude', request, problems, ['tokens', 'usd', 'wallMs'])
        const sdk = await loadSdk<ClaudeSdk>(claudePackage, load ?? importSdk)
        context.signal.throwIfAborted()
        return runClaudeSession({
          request,
          context,
          settings,
          parts: { clock, environment },
          sdk,
          folder,
          spent,
        })
      }),
    close: () => sessions.close(),
  })
}
