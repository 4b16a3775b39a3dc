/** The part of the vendor's SDK that is used here. Its messages are untrusted data. */
export interface ClaudeSdk {
  query(request: { prompt: AsyncIterable<UserMessage>; options: Record<string, unknown> }): ClaudeQuery
}

/** A message to the agent's program. */
export interface UserMessage {
  type: 'user'
  uuid: string
  message: { role: 'user'; content: string }
  parent_tool_use_id: null
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
