/** The part of the vendor's SDK that is used here. Its messages are untrusted data. */
export interface ClaudeSdk {
  query(request: { prompt: string; options: Record<string, unknown> }): ClaudeQuery
}

/** The messages of one session. */
export type ClaudeQuery = AsyncIterable<unknown>

/** The SDK's request to start its program. */
export interface StartRequest {
  command: string
  args: string[]
  cwd?: string
  env: Record<string, string | undefined>
  signal: AbortSignal
}

/** The answer to a permission request for a tool. */
export type ToolAnswer =
  | { behavior: 'allow'; updatedInput: Record<string, unknown> }
  | { behavior: 'deny'; message: string }
