import type { FailureClass } from '@amelia/core/plugin'

/** Options of a driver for an agent with a command line. */
export interface CommandAgentOptions {
  /**
   * The agent's command: its words, or one text that is split as a POSIX shell would split it. No shell runs
   * it.
   *
   * `{prompt}`, `{workspace}` and `{model}` in a word are replaced. Without `{prompt}` the prompt is written
   * to the command's standard input.
   *
   * A program given as a relative path, such as `./agent.sh`, is resolved against the current folder of the
   * process when the driver is created. `{workspace}/agent.sh` is a file of the workspace. Arguments stay as
   * they are, and the command runs in the workspace.
   */
  command: string | readonly string[]
  /** Model name, for `{model}` in the command, in sessions that ask for no other. */
  model?: string | undefined
  /**
   * The agent's name in messages, and the id of the driver. Default: the name of the program, or of the
   * script that an interpreter such as `node` runs.
   */
  name?: string | undefined
  /** Key for rate limits: drivers with the same provider share them. Default: the agent's name. */
  provider?: string | undefined
  /**
   * Names of environment variables that the agent inherits, such as the one with its key, in addition to
   * `PATH`, `HOME`, locale, temporary folders and proxies.
   */
  passEnv?: readonly string[] | undefined
  /**
   * Failure classes of the agent's exit codes. Default: 75 is `transient`, 77 is `permission`; 129, 130, 137
   * and 143, by which shells report a signal, are `interrupted`; any other code than 0 is `agent_failed`.
   */
  exitCodes?: Readonly<Record<number, FailureClass>> | undefined
  /**
   * Patterns, in the form of `RegExp` and without regard to case, of the lines with which a failed agent
   * announces a limit, such as `You've hit your limit · resets 8pm (Asia/Tokyo)`. Such a failure is
   * `rate_limited` with any exit code: the run waits until the time in the line, if it names one. Default:
   * lines about a limit that was hit, reached or exceeded.
   */
  limitPatterns?: readonly string[] | undefined
  /** Longest time without output, in milliseconds, before a session counts as hung. Default: 30 minutes. */
  idleTimeoutMs?: number | undefined
  /** Time between TERM and KILL when a session is stopped, in milliseconds. Default: 5 seconds. */
  graceMs?: number | undefined
}
