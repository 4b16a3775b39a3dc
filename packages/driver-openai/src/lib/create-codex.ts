import { type AgentParts, checkRequest, loadSdk, trackSessions } from '@amelia/agent-process'
import { defineDriver, type DriverV1, type SessionProgress, timerClock } from '@amelia/core/plugin'
import { describeAccess } from './option/describe-access.ts'
import { checkCodex, checkSettings } from './option/check-codex.ts'
import type { CodexOptions } from './option/codex-options.ts'
import { codexPackage } from './option/codex-package.ts'
import type { CodexSdk } from './session/codex-sdk.ts'
import { readSettings } from './option/codex-settings.ts'
import { readThreadUsage } from './thread/read-thread-usage.ts'
import { readTranscript } from './thread/read-transcript.ts'
import { runCodexSession } from './session/run-codex-session.ts'
import { createSessionTexts, type SessionTexts } from './session/session-texts.ts'

/**
 * The package name is an expression, so that type checkers and bundlers do not resolve the optional package.
 */
const importSdk = (): Promise<unknown> => import(codexPackage.name)

/**
 * Creates a driver for Codex with replaceable parts. Programs use {@link codex}.
 *
 * Meters tokens but not dollars: Codex does not report prices. A session leaves no process behind. Texts of
 * people are given to a running session in another turn, once the current one has completed.
 */
export const createCodex = (options: CodexOptions = {}, parts: Partial<AgentParts> = {}): DriverV1 => {
  const { load, clock = timerClock({ keepAlive: false }), environment = process.env } = parts
  const settings = readSettings(options, environment)
  const sessions = trackSessions()
  /** By the ids of their sessions: the one in the request, and the one that Codex chose. */
  const texts = new Map<string, SessionTexts>()
  return defineDriver({
    id: 'codex',
    provider: settings.provider,
    meters: ['tokens'],
    reports: 'output',
    todo: true,
    resume: 'machine',
    access: describeAccess(settings, process.platform),
    runSession: (request, callContext) =>
      sessions.run(
        callContext,
        async (context) => {
          context.signal.throwIfAborted()
          const problems = load ? checkSettings(settings) : checkCodex(options, environment)
          const folder = checkRequest('Codex', request, problems, ['tokens'])
          const sdk = await loadSdk<CodexSdk>(codexPackage, load ?? importSdk)
          context.signal.throwIfAborted()
          const own = createSessionTexts()
          const known = request.resume ?? request.sessionId
          if (known !== undefined) texts.set(known, own)
          const emit = (progress: SessionProgress): void => {
            if (progress.type === 'session') texts.set(progress.sessionId, own)
            context.emit(progress)
          }
          const more = { settings, parts: { clock, environment }, sdk, folder, texts: own }
          return runCodexSession({ request, context: { ...context, emit }, ...more }).finally(() => {
            own.end()
            for (const [id, one] of texts) if (one === own) texts.delete(id)
          })
        },
        request.resume,
      ),
    steer: async (sessionId, text) => (await texts.get(sessionId)?.offer(text)) ?? false,
    readTranscript: async (sessionId) => readTranscript(settings.home, sessionId),
    readUsage: async (sessionId) => readThreadUsage(settings.home, sessionId),
    close: () => sessions.close(),
  })
}
