/**
 * What is used of `@openai/codex-sdk`, by its shape: the package is large and optional, so nothing here needs it for its types.
 * Events are read as JSON from a stranger.
 */
export interface CodexSdk {
  Codex: new (options: { env: Record<string, string>; config: Record<string, unknown> }) => CodexClient
}

export interface CodexClient {
  startThread(options: CodexThreadOptions): CodexThread
  resumeThread(id: string, options: CodexThreadOptions): CodexThread
}

export interface CodexThreadOptions {
  workingDirectory: string
  skipGitRepoCheck: boolean
  sandboxMode: string
  approvalPolicy: string
  networkAccessEnabled: boolean
  model?: string
  modelReasoningEffort?: string
}

export interface CodexThread {
  runStreamed(
    input: string,
    options: { outputSchema?: Record<string, unknown>; signal: AbortSignal },
  ): Promise<{ events: AsyncIterable<unknown> }>
}
