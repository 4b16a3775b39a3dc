import { driverError } from '@amelia/core/plugin'
import type { ModelMessage, ModelRequest, ModelTool } from './api-model.ts'
import { type Answer, readAnswer } from './read-answer.ts'
import { readFailure } from './read-failure.ts'
import type { AgentSettings } from './read-settings.ts'
import { stopAfter } from './stop-after.ts'
import { untilAborted } from './until-aborted.ts'

/**
 * One request to the model: nothing is tried again. Throws a driver error, `hung` where no answer comes in time, or the signal's reason.
 */
export const askModel = async (
  { model, call, clock, provider, requestTimeoutMs }: AgentSettings,
  { prompt, tools }: { prompt: ModelMessage[]; tools: ModelTool[] },
  signal: AbortSignal,
): Promise<Answer> => {
  signal.throwIfAborted()
  const late = new AbortController()
  const either = AbortSignal.any([signal, late.signal])
  const answered = stopAfter(clock, requestTimeoutMs, () =>
    late.abort(
      driverError('hung', {
        message: `The model of ${provider} gave no answer for ${Math.round(requestTimeoutMs / 100) / 10} s.`,
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

/** What a model throws at once is a failure of its request as well. */
const generate = async <Value>(start: () => PromiseLike<Value>): Promise<Value> => start()
