import type { CallContext, SessionProgress, SessionRequest, SessionResult } from '@amelia/core/plugin'
import { createAnswerTool } from './answer-tool.ts'
import { converse } from './conversation.ts'
import type { AgentSettings } from '../option/read-settings.ts'
import type { StoredSession } from './remember-sessions.ts'
import { createSessionBudget, timeIsUp } from './session-budget.ts'
import { stopAfter } from '../wait/stop-after.ts'
import { systemPrompt } from './system-prompt.ts'
import { createTokenEstimate } from './token-estimate.ts'
import type { TextInbox } from './text-inbox.ts'
import { offerTools } from '../tool/offer-tools.ts'

/**
 * Tokens reserved for the response if no maximum is set, and the largest fraction of the context window to
 * reserve.
 */
const answerTokens = 8_192
const largestAnswer = 0.25

/**
 * Runs one session to its end, or continues a stored one. Stops when a limit is reached, when the provider
 * refuses requests for too long, and when the signal aborts.
 */
export const runSession = async (
  settings: AgentSettings,
  stored: StoredSession,
  request: SessionRequest,
  context: CallContext<SessionProgress>,
  texts: TextInbox,
): Promise<SessionResult> => {
  const { clock, contextTokens, call } = settings
  const { limits, outputSchema } = request
  const budget = createSessionBudget(limits, settings.tokenUsd, clock)
  budget.check()
  const own = new AbortController()
  const signal = AbortSignal.any([context.signal, own.signal])
  const { wallMs } = limits
  const done = wallMs === undefined ? () => {} : stopAfter(clock, wallMs, () => own.abort(timeIsUp(wallMs)))
  const answerTool = outputSchema === undefined ? undefined : createAnswerTool(outputSchema)
  const tools = offerTools(settings, request, signal)
  const descriptions = [...tools.descriptions.values(), answerTool?.description]
  const reserve = Math.min(call.maxOutputTokens ?? answerTokens, contextTokens * largestAnswer)
  // A listener may stop the session; then nothing more is emitted.
  const emit = (progress: SessionProgress): void => {
    signal.throwIfAborted()
    context.emit(progress)
  }
  try {
    emit({ type: 'session', sessionId: stored.id })
    const { text, output } = await converse(
      {
        settings,
        context: { signal, emit },
        budget,
        room: {
          tokens: contextTokens - reserve,
          fixedBytes: JSON.stringify(descriptions).length,
          estimate: createTokenEstimate(),
        },
        system: systemPrompt(request, {
          hasCommands: tools.descriptions.has('run'),
          instructions: settings.instructions,
        }),
        tools,
        answerTool,
        texts,
        save(messages) {
          stored.messages = messages
        },
      },
      [...stored.messages, { role: 'user', content: [{ type: 'text', text: request.prompt }] }],
    )
    signal.throwIfAborted()
    return {
      sessionId: stored.id,
      text: text === '' && output !== undefined ? JSON.stringify(output.value) : text,
      ...(output === undefined ? {} : { output: output.value }),
      usage: budget.used(),
    }
  } finally {
    done()
  }
}
