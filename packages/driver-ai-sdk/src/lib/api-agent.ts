import { defineDriver, driverError, type DriverV1 } from '@amelia/core/plugin'
import type { ApiAgentOptions } from './api-agent-options.ts'
import { readSettings } from './read-settings.ts'
import { rememberSessions } from './remember-sessions.ts'
import { runSession } from './run-session.ts'

/**
 * An agent of any model of the AI SDK, as a driver. It works on the files of the workspace and needs no folder, no process and no
 * program: it runs in Node, in a page, in a worker and at the edge.
 *
 * Tokens are counted, and dollars where `tokenUsd` gives prices. Conversations are remembered by this object alone. Throws a driver error
 * of the class `environment` where `model` is none.
 */
export const apiAgent = (options: ApiAgentOptions): DriverV1 => {
  const settings = readSettings(options)
  const memory = rememberSessions(settings.maxSessions)
  const running = new Map<AbortController, Promise<unknown>>()
  return defineDriver({
    id: 'api',
    provider: settings.provider,
    meters: settings.tokenUsd === undefined ? ['tokens'] : ['tokens', 'usd'],
    reports: 'output',
    async runSession(request, context) {
      context.signal.throwIfAborted()
      const closing = new AbortController()
      const signal = AbortSignal.any([context.signal, closing.signal])
      const session = runSession(settings, memory, request, {
        signal,
        emit: (progress) => context.emit(progress),
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
      memory.clear()
    },
  })
}
