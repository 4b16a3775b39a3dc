/** The drivers of agents that speak the Agent Client Protocol. */
export const acpNames = [
  'opencode',
  'gemini',
  'copilot',
  'goose',
  'qwen',
  'kimi',
  'vibe',
  'claude-acp',
  'codex-acp',
] as const

/** The drivers that are agents. */
export const agentNames = ['claude', 'codex', 'api', 'command', 'acp', ...acpNames] as const

/** The names that `--driver` accepts. */
export const driverNames: readonly string[] = ['steps', ...agentNames]
