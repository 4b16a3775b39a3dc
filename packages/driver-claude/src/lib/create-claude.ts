import {
  defineDriver,
  type DriverV1,
  driverError,
  type SessionRequest,
  timerClock,
} from '@amelia/core/plugin'
import { checkSettings } from './check-claude.ts'
import type { ClaudeOptions, ClaudeParts } from './claude-options.ts'
import { type ClaudeSettings, readSettings } from './claude-settings.ts'
import { importSdk, loadSdk } from './load-sdk.ts'
import { runClaudeSession } from './run-claude-session.ts'

/**
 * Claude as a driver, with parts of it replaced: {@link claude} is for everybody else.
 *
 * It counts tokens and dollars; the dollars are the agent's own estimate and known when a session ends. A session that is stopped, or at
 * its end, leaves no process.
 */
export const createClaude = (options: ClaudeOptions = {}, parts: Partial<ClaudeParts> = {}): DriverV1 => {
  const { load = importSdk, clock = timerClock({ keepAlive: false }), environment = process.env } = parts
  const settings = readSettings(options, environment)
  const running = new Map<AbortController, Promise<unknown>>()
  const spent = new Map<string, number>()
  return defineDriver({
    id: 'claude',
    provider: settings.provider,
    meters: ['tokens', 'usd'],
    reports: 'output',
    async runSession(request, context) {
      context.signal.throwIfAborted()
      const folder = checkRequest(request, settings, environment)
      const closing = new AbortController()
      const signal = AbortSignal.any([context.signal, closing.signal])
      const session = loadSdk(load).then((sdk) => {
        signal.throwIfAborted()
        return runClaudeSession({
          request,
          context: { signal, emit: (progress) => context.emit(progress) },
          settings,
          parts: { clock, environment },
          sdk,
          folder,
          spent,
        })
      })
      running.set(closing, session)
      try {
        return await session
      } finally {
        running.delete(closing)
      }
    },
    async close() {
      const sessions = [...running]
      for (const [closing] of sessions)
        closing.abort(driverError('cancelled', { message: 'The driver was closed.' }))
      await Promise.allSettled(sessions.map(([, session]) => session))
    },
  })
}

/** The folder to work in. Throws a driver error when the session could not be run. */
const checkRequest = (
  { workspace, limits }: SessionRequest,
  settings: ClaudeSettings,
  environment: ClaudeParts['environment'],
): string => {
  const problem = checkSettings(settings, environment)
  if (problem)
    throw driverError(problem.kind === 'key' ? 'auth' : 'environment', {
      message: `${problem.message} ${problem.hint}`,
    })
  if (workspace.dir === undefined)
    throw driverError('environment', {
      message:
        'Claude works in a folder, and this workspace is in memory: use a host with native git (nodeHost).',
    })
  for (const [name, left] of Object.entries(limits))
    if (left !== undefined && left <= 0)
      throw driverError('budget_exceeded', { message: `Nothing is left of the budget (${name}).` })
  return workspace.dir
}
