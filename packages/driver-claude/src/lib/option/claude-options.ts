/** Options of a driver for Claude. */
export interface ClaudeOptions {
  /** Model name. Default: the agent's own default. */
  model?: string
  /**
   * Reasoning effort: `low`, `medium`, `high`, `xhigh` or `max`, depending on the model. Default: the agent's
   * own default.
   */
  effort?: string
  /** API key. Default: the value of `keyVariable`. */
  apiKey?: string
  /** Environment variable that contains the key. Default: `ANTHROPIC_API_KEY`. */
  keyVariable?: string
  /**
   * Address of a server for the Messages API. Default: the value of `ANTHROPIC_BASE_URL`, else Anthropic's
   * server.
   */
  baseUrl?: string
  /** Key for rate limits: drivers with the same provider share them. Default: the host of `baseUrl`. */
  provider?: string
  /**
   * Folder for the agent's login and its sessions, which allows resuming them. Default: the user's own
   * (`CLAUDE_CONFIG_DIR`, else `~/.claude`). Settings in it are ignored unless `settingSources` names them.
   */
  home?: string
  /**
   * Names of environment variables that the agent and its commands inherit, in addition to `PATH`, `HOME`,
   * locale and proxies.
   */
  passEnv?: string[]
  /** Absolute paths of folders outside the workspace that the agent may read. Default: none. */
  readable?: string[]
  /**
   * More of the agent's tools, in addition to files, search and commands: `WebSearch`, `mcp__name__tool`.
   * Default: none.
   */
  tools?: string[]
  /**
   * The agent's own sandbox for commands: `true`, or its settings. A sandboxed command writes only to the
   * workspace and temporary folders, and has no network unless the settings allow it. macOS needs nothing
   * more; Linux needs bubblewrap and socat, without which a session fails as `environment`; Windows has none.
   * In a read-only session, `autoAllowBashIfSandboxed` is always false.
   * Default on each platform: off, because most checks install packages or use the network.
   */
  sandbox?: boolean | Record<string, unknown>
  /**
   * The project's rules for the agent. `base`: `CLAUDE.md` with its imports, permission denials and skills of
   * the commit that the work is based on; what an agent writes into them has no effect. `none`: no rules.
   * Default: `base`, unless `settingSources` contains `project`.
   */
  projectRules?: 'base' | 'none'
  /**
   * The agent's settings to apply, hooks and permissions included: `user`, `project`, `local`. Default: none,
   * because an agent may have written the settings in a workspace, and settings can run commands.
   */
  settingSources?: ('user' | 'project' | 'local')[]
  /** The most model responses in one session; an agent that loops ends there. Default: 500. */
  maxTurns?: number
  /**
   * How long a session may send no message, also while a command runs, before it counts as hung, in
   * milliseconds. Default: 30 minutes.
   */
  idleTimeoutMs?: number
  /**
   * The longest time that a session waits for the provider since the model's last answer, in milliseconds. A
   * longer wait ends the session: the run waits, and continues it. Default: 90 seconds.
   */
  waitLimitMs?: number
  /**
   * Path of the agent's program; a relative one is resolved against the current folder when the driver is
   * created. Default: the one included in the SDK.
   */
  program?: string
  /**
   * More options of the SDK: `systemPrompt`, `mcpServers`, `agents`. The options above and the driver's own
   * needs override them.
   */
  config?: Record<string, unknown>
}
