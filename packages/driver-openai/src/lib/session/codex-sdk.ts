/**
 * The part of `@openai/codex-sdk` that is used here, as a structural type: the package is large and optional,
 * so its own types are not imported. Events are untrusted data.
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
