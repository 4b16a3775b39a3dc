import { type Clock, driverError } from '@amelia/core/plugin'
import type { ApiModel, ModelCall, ModelMessage, ModelRequest, ModelTool } from './api-model.ts'
import { type Answer, readAnswer } from './read-answer.ts'
import { readFailure } from '../failure/read-failure.ts'
import { stopAfter } from '../wait/stop-after.ts'
import { untilAborted } from '../wait/until-aborted.ts'

/** A model, and how it is called. */
export interface ModelSettings {
  model: ApiModel
  provider: string
  /** Settings of every request. */
  call: ModelCall
  /** How long the model may take to respond, in milliseconds. */
  requestTimeoutMs: number
  clock: Clock
}

/**
 * Sends one request to the model, without retries.
 *
 * Throws a driver error, of the class `hung` after `requestTimeoutMs`, or the signal's reason.
 */
export const askModel = async (
  { model, call, clock, provider, requestTimeoutMs }: ModelSettings,
  { prompt, tools }: { prompt: ModelMessage[]; tools: ModelTool[] },
  signal: AbortSignal,
): Promise<Answer> => {
  signal.throwIfAborted()
  const late = new AbortController()
  const either = AbortSignal.any([signal, late.signal])
  const answered = stopAfter(clock, requestTimeoutMs, () =>
    late.abort(
      driverError('hung', {
        message: `The model of ${provider} sent no response for ${Math.round(requestTimeoutMs / 100) / 10} s.`,
      }),
    ),
  )
  const request: ModelRequest = { ...call, prompt, tools, abortSignal: either }
  try {
    return readAnswer(
      await untilAborted(
        generate(() => model.doGenerate(request)),
        either,
      ),
    )
  } catch (error) {
    either.throwIfAborted()
    throw readFailure(error, provider, clock.now())
  } finally {
    answered()
  }
}

/** Turns a synchronous error of the model into a rejection. */
const generate = async <Value>(start: () => PromiseLike<Value>): Promise<Value> => start()
