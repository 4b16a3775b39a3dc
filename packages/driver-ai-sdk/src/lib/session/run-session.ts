import type { CallContext, SessionProgress, SessionRequest, SessionResult } from '@amelia/core/plugin'
import { createAnswerTool } from './answer-tool.ts'
import type { ModelMessage } from '../model/api-model.ts'
import { converse } from './conversation.ts'
import type { AgentSettings } from '../option/read-settings.ts'
import type { SessionMemory } from './remember-sessions.ts'
import { createSessionBudget, timeIsUp } from './session-budget.ts'
import { sessionTools } from '../tool/session-tools.ts'
import { stopAfter } from '../wait/stop-after.ts'
import { systemPrompt } from './system-prompt.ts'
import { createTokenEstimate } from './token-estimate.ts'
import { createToolContext } from '../tool/tool-context.ts'

/**
 * Tokens reserved for the response if no maximum is set, and the largest fraction of the context window to
 * reserve.
 */
const answerTokens = 8_192
const largestAnswer = 0.25

/** Runs one session to its end. Stops when a limit is reached and when the signal aborts. */
export const runSession = async (
  usual: AgentSettings,
  memory: SessionMemory,
  request: SessionRequest,
  context: CallContext<SessionProgress>,
): Promise<SessionResult> => {
  const settings = usual.withModel(request.model)
  const { clock, commands, contextTokens, call } = settings
  const { limits, access, outputSchema } = request
  const budget = createSessionBudget(limits, settings.tokenUsd, clock)
  budget.check()
  const own = new AbortController()
  const signal = AbortSignal.any([context.signal, own.signal])
  const { wallMs } = limits
  const done = wallMs === undefined ? () => {} : stopAfter(clock, wallMs, () => own.abort(timeIsUp(wallMs)))
  const answerTool = outputSchema === undefined ? undefined : createAnswerTool(outputSchema)
  const tools = sessionTools(access, commands !== undefined)
  const descriptions = [...[...tools.values()].map(({ description }) => description), answerTool?.description]
  const reserve = Math.min(call.maxOutputTokens ?? answerTokens, contextTokens * largestAnswer)
  // A listener may stop the session; then nothing more is emitted.
  const emit = (progress: SessionProgress): void => {
    signal.throwIfAborted()
    context.emit(progress)
  }
  try {
    const { messages, text, output } = await converse(
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
          hasCommands: commands !== undefined,
          instructions: settings.instructions,
        }),
        tools,
        toolContext: createToolContext(settings, request, signal),
        answerTool,
      },
      beginning(request, memory),
    )
    signal.throwIfAborted()
    return {
      sessionId: memory.keep(messages),
      text: text === '' && output !== undefined ? JSON.stringify(output.value) : text,
      ...(output === undefined ? {} : { output: output.value }),
      usage: budget.used(),
    }
  } finally {
    done()
  }
}

const forgotten =
  'The earlier conversation of this session is not available any more. Inspect the files to see what is done already.'

/** The earlier conversation, if any, with the new prompt. */
const beginning = ({ prompt, resume }: SessionRequest, memory: SessionMemory): ModelMessage[] => {
  const earlier = resume === undefined ? [] : memory.find(resume)
  const text = earlier === undefined ? `${forgotten}\n\n${prompt}` : prompt
  return [...(earlier ?? []), { role: 'user', content: [{ type: 'text', text }] }]
}
