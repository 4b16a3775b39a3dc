import type { SessionRequest } from '@amelia/core/plugin'
import type { ToolContext } from './agent-tool.ts'
import type { AgentSettings } from '../option/read-settings.ts'
import { stopAfter } from '../wait/stop-after.ts'

/** The longest result of a tool in characters, and the largest fraction of the context window it may take. */
const longestResult = 30_000
const largestPart = 0.1
const charactersPerToken = 3

/**
 * Creates the environment of a session's tool calls. Small context windows get shorter results. Commands
 * carry the session's marker.
 */
export const createToolContext = (
  { commands, commandTimeoutMs, contextTokens, clock }: AgentSettings,
  { workspace, marker }: Pick<SessionRequest, 'workspace' | 'marker'>,
  signal: AbortSignal,
): ToolContext => {
  const resultLimit = Math.max(
    1_000,
    Math.min(longestResult, Math.floor(contextTokens * largestPart * charactersPerToken)),
  )
  if (commands === undefined) return { workspace, signal, resultLimit }
  return {
    workspace,
    signal,
    resultLimit,
    async run(request) {
      const late = new AbortController()
      const done = stopAfter(clock, commandTimeoutMs, () => late.abort())
      try {
        // The runner ends its processes before it returns: nothing writes to the workspace afterwards.
        return await commands.run({
          ...request,
          workspace,
          ...(marker !== undefined && { env: { AMELIA_SESSION: marker } }),
          signal: AbortSignal.any([signal, late.signal]),
        })
      } finally {
        done()
      }
    },
  }
}
