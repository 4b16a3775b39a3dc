import type { SessionRequest, ToolCallOptions } from '@amelia/core/plugin'
import type { ModelTool } from '../model/api-model.ts'
import type { AgentSettings } from '../option/read-settings.ts'

/** The tools of a session that its model is offered, and how they are called. */
export interface OfferedTools {
  /** In the form of a request, by name. */
  descriptions: ReadonlyMap<string, ModelTool>
  call: SessionRequest['tools']['call']
  options: ToolCallOptions
}

/** The longest result of a tool in characters, and the largest fraction of the context window it may take. */
const longestResult = 30_000
const largestPart = 0.1
const charactersPerToken = 3

/**
 * Offers the tools of the request, `run` only with the option `commands`. Small context windows get shorter
 * results.
 */
export const offerTools = (
  { commands, commandTimeoutMs, contextTokens }: AgentSettings,
  { tools }: Pick<SessionRequest, 'tools'>,
  signal: AbortSignal,
): OfferedTools => ({
  descriptions: new Map(
    tools.definitions
      .filter(({ name }) => commands || name !== 'run')
      .map((tool) => [tool.name, { type: 'function', ...tool }]),
  ),
  call: (...call) => tools.call(...call),
  options: {
    signal,
    commandTimeoutMs,
    maxCharacters: Math.min(longestResult, Math.floor(contextTokens * largestPart * charactersPerToken)),
  },
})
