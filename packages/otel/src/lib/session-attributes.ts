import type { RunEventOf } from '@amelia/core'
import type { Attributes } from '@opentelemetry/api'

/** Returns the attributes of a session that have few values: those of its metrics. */
export const sessionAttributes = (event: RunEventOf<'session_charged'>): Attributes => ({
  'gen_ai.operation.name': 'invoke_agent',
  // The event names the driver, and not its provider.
  'gen_ai.provider.name': event.driver,
  'gen_ai.agent.name': event.driver,
  'amelia.session.role': event.role,
  ...(event.model === undefined ? {} : { 'gen_ai.request.model': event.model }),
})

/** Returns the attributes of a session's span. */
export const sessionSpanAttributes = (event: RunEventOf<'session_charged'>): Attributes => {
  const values: Record<string, string | number | boolean | null | undefined> = {
    ...(sessionAttributes(event) as Record<string, string>),
    'gen_ai.conversation.id': event.sessionId,
    'gen_ai.usage.input_tokens': event.inputTokens,
    'gen_ai.usage.output_tokens': event.outputTokens,
    'gen_ai.usage.cache_read.input_tokens': event.cachedInputTokens,
    'amelia.session.cost': event.usd,
    'amelia.session.estimated': event.estimated,
    'amelia.session.id': event.session,
    'amelia.attempt.number': event.attempt,
    'amelia.phase.id': event.phaseId,
  }
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null),
  ) as Attributes
}
