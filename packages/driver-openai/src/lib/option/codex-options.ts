/** A sandbox for the commands of a session, by its name in Codex's command line. */
export type CodexSandbox = 'read-only' | 'workspace-write' | 'danger-full-access'

/** Options of a driver for Codex. */
export interface CodexOptions {
  /** Model name. Set it if `baseUrl` is not OpenAI's. Default: Codex's own default. */
  model?: string
  /**
   * Reasoning effort: `minimal`, `low`, `medium`, `high`, `xhigh` or another level of the model. Default: the
   * model's own default.
   */
  effort?: string
  /**
   * API key. Default: the value of `keyVariable`. Without a key, Codex's own login on this machine is used
   * (`codex login`), but only for OpenAI's server.
   */
  apiKey?: string
  /** Environment variable that contains the key. Default: `OPENAI_API_KEY`. */
  keyVariable?: string
  /**
   * Address of a server for the Responses API. Default: the value of `OPENAI_BASE_URL`, else OpenAI's server.
   */
  baseUrl?: string
  /** Key for rate limits: drivers with the same provider share them. Default: the host of `baseUrl`. */
  provider?: string
  /**
   * Sandbox of sessions that may write. Default: `workspace-write`, which permits writing to the workspace
   * and to the session's temporary folder. With `danger-full-access` commands have all permissions of this
   * process.
   */
  sandbox?: CodexSandbox
  /**
   * Sandbox of read-only sessions. Default: `read-only`. Use `danger-full-access` where Codex's sandbox does
   * not work, such as in a confined container: then only the prompt forbids writing.
   */
  readSandbox?: 'read-only' | 'danger-full-access'
  /** Whether commands in the sandbox `workspace-write` can access the network. Default: false. */
  network?: boolean
  /**
   * Folder for Codex's sessions, which allows resuming them. It is separate from the user's `~/.codex`, of
   * which only the login is used. Default: `amelia/codex` below `$XDG_STATE_HOME` or `~/.local/state`.
   */
  home?: string
  /**
   * Names of environment variables that the agent and its commands inherit, in addition to `PATH`, `HOME`,
   * locale and proxies.
   */
  passEnv?: string[]
  /**
   * How long a session may send no event, also while a command runs, before it counts as hung, in
   * milliseconds. Default: 30 minutes.
   */
  idleTimeoutMs?: number
  /**
   * How long a session waits until the server accepts its requests again, in milliseconds: the sum of waits
   * since the model's last answer. Then the session ends, and the run continues it later. A longer wait that
   * the server announces ends it at once. Default: 90 s.
   */
  waitLimitMs?: number
  /**
   * More of Codex's configuration, in the format of its `config.toml`, such as `mcp_servers`. It overrides
   * the driver's own.
   */
  config?: Record<string, unknown>
}
