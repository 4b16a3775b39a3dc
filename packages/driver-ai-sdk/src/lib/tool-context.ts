import type { Workspace } from '@amelia/core/plugin'
import type { ToolContext } from './agent-tool.ts'
import type { AgentSettings } from './read-settings.ts'
import { stopAfter } from './stop-after.ts'

/** Longest result of a tool, in characters, and the part of the window that it may take at most. */
const longestResult = 30_000
const largestPart = 0.1
const charactersPerToken = 3

/** What the tools of a session work with. Results are shorter where the model's window is small. */
export const createToolContext = (
  { commands, commandTimeoutMs, contextTokens, clock }: AgentSettings,
  workspace: Workspace,
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
        // The runner ends what it started before it returns: nothing writes into the workspace afterwards.
        return await commands.run({
          ...request,
          workspace,
          signal: AbortSignal.any([signal, late.signal]),
        })
      } finally {
        done()
      }
    },
  }
}
