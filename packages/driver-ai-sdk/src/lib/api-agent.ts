import { defineDriver, driverError, type DriverV1, type SessionProgress } from '@amelia/core/plugin'
import type { ApiAgentOptions } from './option/api-agent-options.ts'
import { describeAccess } from './option/describe-access.ts'
import { readSettings } from './option/read-settings.ts'
import { rememberSessions } from './session/remember-sessions.ts'
import { runSession } from './session/run-session.ts'
import { createTextInbox, type TextInbox } from './session/text-inbox.ts'
import { takeTurns } from './session/take-turns.ts'

/**
 * Creates a driver for any model of the AI SDK. It works on the files of the workspace and needs neither a
 * folder nor a process, so it runs in Node, in a page, in a Worker and at the edge.
 *
 * Meters tokens, and dollars if `tokenUsd` is set. Keeps conversations in memory, in this object only: a
 * session can be resumed as long as the process runs. Throws `OPTION_INVALID`.
 */
export const apiAgent = (options: ApiAgentOptions): DriverV1 => {
  const settings = readSettings(options)
  const memory = rememberSessions(settings.maxSessions)
  const inTurn = takeTurns()
  const running = new Map<AbortController, Promise<unknown>>()
  const inboxes = new Map<string, TextInbox>()
  return defineDriver({
    id: 'api',
    provider: settings.provider,
    meters: settings.tokenUsd === undefined ? ['tokens'] : ['tokens', 'usd'],
    reports: 'output',
    resume: 'process',
    access: describeAccess(settings),
    async runSession(request, context) {
      context.signal.throwIfAborted()
      const stored = memory.open(request)
      if (stored === undefined)
        throw driverError('session_lost', {
          message: `The conversation of the session ${request.resume} is not available any more.`,
        })
      const own = settings.withModel(request.model ?? stored.model)
      const closing = new AbortController()
      const signal = AbortSignal.any([context.signal, closing.signal])
      const session = inTurn(stored.id, signal, async () => {
        const texts = createTextInbox()
        inboxes.set(stored.id, texts)
        const emit = (progress: SessionProgress): void => context.emit(progress)
        try {
          return await runSession(own, stored, request, { signal, emit }, texts)
        } finally {
          inboxes.delete(stored.id)
          texts.close()
        }
      })
      running.set(closing, session)
      try {
        return await session
      } finally {
        running.delete(closing)
      }
    },
    steer: async (sessionId, text) => (await inboxes.get(sessionId)?.offer(text)) ?? false,
    async readTranscript(sessionId) {
      const session = memory.find(sessionId)
      if (session === undefined) return undefined
      return { format: 'json', text: `${JSON.stringify(session, null, 2)}\n` }
    },
    async close() {
      const sessions = [...running]
      for (const [closing] of sessions)
        closing.abort(driverError('cancelled', { message: 'The driver was closed.' }))
      await Promise.allSettled(sessions.map(([, session]) => session))
      memory.clear()
    },
  })
}
