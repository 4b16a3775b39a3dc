import type { Clock } from '@amelia/core/plugin'

/** How sessions with Claude are run. */
export interface ClaudeOptions {
  /** Default: the one that this version of the agent prefers. */
  model?: string
  /** How much the model thinks: `low`, `medium`, `high`, `xhigh`, `max`, as far as the model knows them. Default: the agent's own. */
  effort?: string
  /** Default: what `keyVariable` holds. */
  apiKey?: string
  /** The environment variable with the key. Default: `ANTHROPIC_API_KEY`. */
  keyVariable?: string
  /** A server that speaks the Messages API. Default: what `ANTHROPIC_BASE_URL` holds, else Anthropic's. */
  baseUrl?: string
  /** Whose rate limits the sessions share. Default: the host of `baseUrl`. */
  provider?: string
  /**
   * Where the agent keeps its sessions, so that one can be gone on with, and its login. Default: the user's own (`CLAUDE_CONFIG_DIR`, else
   * `~/.claude`), as a login is there; its settings do not count unless `settingSources` names them.
   */
  home?: string
  /** Environment variables that the agent and its commands get besides a short list (`PATH`, `HOME`, locale, proxies). */
  passEnv?: string[]
  /** Folders outside of the workspace whose files the agent may read. Absolute paths. Default: none. */
  readable?: string[]
  /** Tools of the agent that sessions may use besides those for files, search and commands: `WebSearch`, `mcp__name__tool`. Default: none. */
  tools?: string[]
  /**
   * The agent's own sandbox around the commands that it runs, as its settings have it: `{ enabled: true }`. It needs programs of the
   * operating system (bubblewrap and socat on Linux); where they are missing a session fails as `environment`. Default: off.
   */
  sandbox?: Record<string, unknown>
  /**
   * Which settings of the agent count: `user`, `project`, `local`. Default: none, as those in a workspace were perhaps written by an
   * agent, and they can run commands. `CLAUDE.md` is read with `project` only.
   */
  settingSources?: ('user' | 'project' | 'local')[]
  /** The most answers of the model in one session. Default: no limit. */
  maxTurns?: number
  /** Milliseconds without a word from the agent, a running command included, until a session counts as hung. Default: 30 minutes. */
  idleTimeoutMs?: number
  /** The agent's program. Default: the one that the SDK brings. */
  program?: string
  /** More of the SDK's options: `systemPrompt`, `mcpServers`, `agents`. What is set above and what the driver itself needs win over them. */
  config?: Record<string, unknown>
}

/** What a driver for Claude takes from outside, for tests and for unusual places. */
export interface ClaudeParts {
  /** Gives the module `@anthropic-ai/claude-agent-sdk`. Default: it is imported when the first session begins. */
  load(): Promise<unknown>
  /** Measures how long a session may run and be silent. */
  clock: Clock
  /** Default: `process.env`. */
  environment: Readonly<Record<string, string | undefined>>
}
