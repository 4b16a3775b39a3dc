import type { AgentProfile } from '../known/agent-profile.ts'
import type { KnownAgent } from '../known/known-agents.ts'

/** Options of a driver for an agent that speaks the Agent Client Protocol. */
export interface AcpAgentOptions {
  /**
   * The agent, for its settings, its login and the classes of its errors. Default: the one whose program the
   * command starts, if it is known.
   */
  agent?: KnownAgent
  /**
   * The command that serves the protocol: its words, or one text that is split as a POSIX shell would split
   * it. No shell runs it. A program given as a relative path is resolved against the current folder of the
   * process when the driver is created. Default: the command of `agent`.
   */
  command?: string | readonly string[]
  /** Facts about an agent that is not known, or that differ from those of `agent`. Default: none. */
  profile?: Partial<AgentProfile>
  /** Model, as the agent names it, in sessions that ask for no other. Default: the agent's own default. */
  model?: string
  /** The agent's mode in sessions that write. Default: that of its profile. */
  mode?: string
  /** The name in messages, and the id of the driver. Default: that of the agent, or of its program. */
  name?: string
  /** Key for rate limits: drivers with the same provider share them. Default: `name`. */
  provider?: string
  /**
   * Names of environment variables that the agent inherits, in addition to those with its key, `PATH`,
   * `HOME`, locale, temporary folders and proxies.
   */
  passEnv?: readonly string[]
  /**
   * Kinds of tools that are allowed in addition to files, search and commands: `fetch`, `other`. Default:
   * none.
   */
  tools?: readonly ('fetch' | 'other')[]
  /** MCP servers of every session, in the protocol's form. Default: none. */
  mcpServers?: readonly Record<string, unknown>[]
  /**
   * Settings in a workspace that start programs, such as `opencode.json`. `refuse`: the agent does not see
   * them where the run confines processes; elsewhere a session fails if they exist. `allow`: the agent reads
   * them. Default: `refuse`.
   */
  projectSettings?: 'refuse' | 'allow'
  /**
   * The longest time without a message, in milliseconds, before a session counts as hung. Default: 30
   * minutes.
   */
  idleTimeoutMs?: number
  /**
   * The longest time that a session waits for the provider, in milliseconds. A longer wait ends the session:
   * the run waits, and continues it. Default: 90 seconds.
   */
  waitLimitMs?: number
  /** Time between TERM and KILL when a session is stopped, in milliseconds. Default: 5 seconds. */
  graceMs?: number
}
