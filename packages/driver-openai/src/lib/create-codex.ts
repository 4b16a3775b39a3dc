import {
  type CallContext,
  defineDriver,
  type DriverV1,
  driverError,
  type SessionProgress,
  type SessionRequest,
  type SessionResult,
  timerClock,
} from '@amelia/core/plugin'
import { checkSettings } from './check-codex.ts'
import type { CodexOptions, CodexParts } from './codex-options.ts'
import { type CodexSettings, readSettings } from './codex-settings.ts'
import { importSdk, loadSdk } from './load-sdk.ts'
import { runCodexSession } from './run-codex-session.ts'

/**
 * Codex as a driver, with parts of it replaced: {@link codex} is for everybody else.
 *
 * It counts tokens, not money: Codex does not know what a token costs. A session that is stopped, or at its end, leaves no process.
 */
export const createCodex = (options: CodexOptions = {}, parts: Partial<CodexParts> = {}): DriverV1 => {
  const { load = importSdk, clock = timerClock({ keepAlive: false }), environment = process.env } = parts
  const settings = readSettings(options, environment)
  const running = new Map<AbortController, Promise<unknown>>()
  const startSession = async (
    request: SessionRequest,
    { signal, emit }: CallContext<SessionProgress>,
  ): Promise<SessionResult> => {
    signal.throwIfAborted()
    const folder = checkRequest(request, settings)
    const sdk = await loadSdk(load)
    signal.throwIfAborted()
    return runCodexSession({
      request,
      context: { signal, emit },
      settings,
      parts: { clock, environment },
      sdk,
      folder,
    })
  }
  return defineDriver({
    id: 'codex',
    provider: settings.provider,
    meters: ['tokens'],
    reports: 'output',
    runSession(request, context) {
      const closing = new AbortController()
      const signal = AbortSignal.any([context.signal, closing.signal])
      const session = startSession(request, { signal, emit: (progress) => context.emit(progress) })
      running.set(closing, session)
      const forget = (): void => void running.delete(closing)
      session.then(forget, forget)
      return session
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
const checkRequest = ({ workspace, limits }: SessionRequest, settings: CodexSettings): string => {
  const problem = checkSettings(settings)
  if (problem)
    throw driverError(problem.kind === 'key' ? 'auth' : 'environment', {
      message: `${problem.message} ${problem.hint}`,
    })
  if (workspace.dir === undefined)
    throw driverError('environment', {
      message:
        'Codex works in a folder, and this workspace is in memory: use a host with native git (nodeHost).',
    })
  if (limits.tokens !== undefined && limits.tokens <= 0)
    throw driverError('budget_exceeded', { message: 'No tokens are left.' })
  return workspace.dir
}
