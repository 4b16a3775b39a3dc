import type { ClaudeOptions, ClaudeParts } from './claude-options.ts'

/** The options with every default filled in. An absent key is empty. */
export interface ClaudeSettings
  extends Required<
    Pick<
      ClaudeOptions,
      | 'apiKey'
      | 'keyVariable'
      | 'baseUrl'
      | 'provider'
      | 'passEnv'
      | 'readable'
      | 'tools'
      | 'settingSources'
      | 'idleTimeoutMs'
      | 'config'
    >
  > {
  /** Undefined where the agent is to find it by itself. */
  home: string | undefined
  model: string | undefined
  effort: string | undefined
  sandbox: Record<string, unknown> | undefined
  maxTurns: number | undefined
  program: string | undefined
}

export const vendorUrl = 'https://api.anthropic.com'

export const readSettings = (
  options: ClaudeOptions,
  environment: ClaudeParts['environment'],
): ClaudeSettings => {
  const { keyVariable = 'ANTHROPIC_API_KEY' } = options
  const baseUrl = options.baseUrl ?? (environment.ANTHROPIC_BASE_URL?.trim() || vendorUrl)
  return {
    apiKey: (options.apiKey ?? environment[keyVariable] ?? '').trim(),
    keyVariable,
    baseUrl,
    provider: options.provider ?? (URL.canParse(baseUrl) ? new URL(baseUrl).host : 'anthropic'),
    home: options.home ?? (environment.CLAUDE_CONFIG_DIR || undefined),
    passEnv: options.passEnv ?? [],
    readable: options.readable ?? [],
    tools: options.tools ?? [],
    settingSources: options.settingSources ?? [],
    idleTimeoutMs: options.idleTimeoutMs ?? 30 * 60_000,
    config: options.config ?? {},
    model: options.model,
    effort: options.effort,
    sandbox: options.sandbox,
    maxTurns: options.maxTurns,
    program: options.program,
  }
}
