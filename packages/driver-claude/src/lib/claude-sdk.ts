/** What is used of the vendor's SDK. Its messages are read as data that may have any form. */
export interface ClaudeSdk {
  query(request: { prompt: string; options: Record<string, unknown> }): ClaudeQuery
}

/** One session: its messages, and the way to stop it that still gives a last message with what was used. */
export interface ClaudeQuery extends AsyncIterable<unknown> {
  interrupt(): Promise<unknown>
}

/** What the SDK asks for when it wants its program started. */
export interface StartRequest {
  command: string
  args: string[]
  cwd?: string
  env: Record<string, string | undefined>
  signal: AbortSignal
}

/** An answer to the question whether a tool may be used. */
export type ToolAnswer =
  | { behavior: 'allow'; updatedInput: Record<string, unknown> }
  | { behavior: 'deny'; message: string }
