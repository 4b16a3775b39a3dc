import { AmeliaError, type CallContext, type SessionProgress } from '@amelia/core/plugin'
import type { ModelMessage, ModelTool } from './api-model.ts'
import { askModel, type ModelSettings } from './ask-model.ts'
import type { Answer } from './read-answer.ts'

/** How a session waits for its provider. */
export interface WaitSettings extends ModelSettings {
  /** The longest sum of waits for one answer, in milliseconds. */
  waitLimitMs: number
}

/** The first wait if the server names none, in milliseconds. Each further one is twice as long. */
const firstMs = 1_000

/**
 * Sends a request until the model answers, as long as the waits between the tries stay within the limit.
 *
 * A wait is the one that the server sent, and after the first at least one that doubles: a server may send 0
 * each time. Throws the last failure, whose wait is never the driver's own.
 */
export const askPatiently = async (
  settings: WaitSettings,
  request: { prompt: ModelMessage[]; tools: ModelTool[] },
  { signal, emit }: CallContext<SessionProgress>,
): Promise<Answer> => {
  const { clock, waitLimitMs } = settings
  let waited = 0
  for (let tries = 0; ; tries += 1) {
    try {
      return await askModel(settings, request, signal)
    } catch (error) {
      if (!AmeliaError.is(error, 'DRIVER_FAILED')) throw error
      const { class: name, retryAfterMs } = error.details
      const own = tries === 0 && retryAfterMs !== undefined ? 0 : firstMs * 2 ** tries
      const wait = Math.max(retryAfterMs ?? 0, own)
      if ((name !== 'rate_limited' && name !== 'transient') || waited + wait > waitLimitMs) throw error
      waited += wait
      emit({
        type: 'waiting',
        reason: name,
        ...(retryAfterMs === undefined ? {} : { until: clock.now() + retryAfterMs }),
        message: error.message,
      })
      if (wait > 0) await clock.wait(wait, signal)
      signal.throwIfAborted()
    }
  }
}
