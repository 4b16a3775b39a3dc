/** The part of the vendor's SDK that is used here. Its messages are untrusted data. */
export interface ClaudeSdk {
  query(request: { prompt: string; options: Record<string, unknown> }): ClaudeQuery
}

/** One session: its messages, and a way to interrupt it that still yields a last message with its usage. */
export interface ClaudeQuery extends AsyncIterable<unknown> {
  interrupt(): Promise<unknown>
}

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
