import type { Clock } from '@amelia/core/plugin'

/** What Codex keeps the commands of a session from, as its command line names it. */
export type CodexSandbox = 'read-only' | 'workspace-write' | 'danger-full-access'

/** How sessions with Codex are run. */
export interface CodexOptions {
  /** Default: the one that this version of Codex prefers. Say it where `baseUrl` is not OpenAI's. */
  model?: string
  /** How long the model thinks: `minimal`, `low`, `medium`, `high`, `xhigh`, or what else it knows. Default: the model's own. */
  effort?: string
  /** Default: what `keyVariable` holds. */
  apiKey?: string
  /** The environment variable with the key. Default: `OPENAI_API_KEY`. */
  keyVariable?: string
  /** A server that speaks the Responses API. Default: what `OPENAI_BASE_URL` holds, else OpenAI's. */
  baseUrl?: string
  /** Whose rate limits the sessions share. Default: the host of `baseUrl`. */
  provider?: string
  /**
   * What a session that may write is kept from. Default: `workspace-write`, which is the workspace and a temporary folder of its own.
   * With `danger-full-access` its commands have every right of this process.
   */
  sandbox?: CodexSandbox
  /**
   * What a session that may only read is kept from. Default: `read-only`. `danger-full-access` is for a machine on which Codex's
   * sandbox cannot work, such as a container that is confined already: then the prompt alone forbids writing.
   */
  readSandbox?: 'read-only' | 'danger-full-access'
  /** Whether commands in the sandbox `workspace-write` reach the network. Default: false. */
  network?: boolean
  /**
   * Where Codex keeps its sessions, so that one can be gone on with. Not the user's own `~/.codex`: nothing of its configuration counts.
   * Default: `amelia/codex` below `$XDG_STATE_HOME` or `~/.local/state`.
   */
  home?: string
  /** Environment variables that the agent and its commands get besides a short list (`PATH`, `HOME`, locale, proxies). */
  passEnv?: string[]
  /** Milliseconds without a word from Codex, a running command included, until a session counts as hung. Default: 30 minutes. */
  idleTimeoutMs?: number
  /** More of Codex's configuration, as its `config.toml` has it. It wins over what is set here. */
  config?: Record<string, unknown>
}

/** What a driver for Codex takes from outside, for tests and for unusual places. */
export interface CodexParts {
  /** Gives the module `@openai/codex-sdk`. Default: it is imported when the first session begins. */
  load(): Promise<unknown>
  /** Measures how long a session may run and be silent. */
  clock: Clock
  /** Default: `process.env`. */
  environment: Readonly<Record<string, string | undefined>>
}
