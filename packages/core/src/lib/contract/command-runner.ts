import type { TestReport } from './test-report.ts'
import type { Workspace } from './workspace.ts'

/** A command to run in a workspace. */
export interface CommandRequest {
  /** The program and its arguments. Never given to a shell. */
  argv: string[]
  /** The workspace that the command runs in. */
  workspace: Workspace
  /** Folder below the workspace's root, with `/`. Default: the root. */
  cwd?: string
  /** Added to the runner's own short list of variables. */
  env?: Record<string, string>
  /**
   * `read`: where the host confines processes, the workspace is read-only for the command. Default: `write`.
   */
  access?: 'read' | 'write'
  /**
   * Names a server that the command starts in the background for later phases. If the command exits with 0,
   * the processes that it started run until {@link CommandRunnerV1.endCommands} ends them. Those of an
   * earlier command of the same run, phase and name end first. Default: the command starts no server.
   */
  server?: string
  /** When it aborts, the process and all that it started are ended. */
  signal: AbortSignal
  /**
   * Receives the output while the command runs: plain text, in complete lines apart from the last, at most
   * about ten times a second. Of much output some may be left out; the result has it. A runner that cannot
   * read the output before the end does not call it.
   */
  onOutput?: (text: string) => void
}

/** A process that a command of a run left running. */
export interface LeftProcess {
  /** The process id. */
  pid: number
  /** The program and its arguments, at most 200 characters. */
  command: string
  /** The name of the server, if the command started it as one. */
  server?: string
}

/** The result of a command that has ended, or could not start. */
export interface CommandResult {
  /** 127 when the program was not found, 126 when it could not be started; null when a signal ended it. */
  exitCode: number | null
  /** The signal that ended it, if one did. */
  signal?: string
  /** stdout and stderr as they came, ANSI codes stripped, bounded. */
  output: string
  /** Whether the middle of the output was left out. */
  truncated: boolean
  /** The duration of the command, in milliseconds. */
  durationMs: number
}

/** Runs commands in a workspace. Confinement is this contract's job: the engine trusts what it is given. */
export interface CommandRunnerV1 {
  /** The version of the contract. */
  contract: 'command-runner-v1'
  /** Resolves with whatever the command did; throws only when the runner itself is broken. */
  run(request: CommandRequest): Promise<CommandResult>
  /** Whether a program could be started here: a preflight check before a step, not a proof. */
  find(program: string, workspace: Workspace): Promise<boolean>
  /**
   * Runs a test command and asks its runner for a report. Without `report` only the exit code is known: the
   * runner is unknown, cannot write a report, or wrote an invalid one. A runner that ended by itself and
   * wrote nothing yields an empty report: no test ran, whatever the exit code. Absent where no report is
   * possible.
   */
  runTests?(request: CommandRequest): Promise<CommandResult & { report?: TestReport }>
  /**
   * Ends all processes that were started with `AMELIA_SESSION=<marker>` in their environment: those of a
   * session that did not stop. Absent where processes cannot be found.
   */
  endMarked?(marker: string): Promise<void>
  /**
   * Ends all processes of a run's sessions: `AMELIA_SESSION` is the run's id, a lease's token and a number,
   * separated by dots. Called before a run is resumed, because an agent's program may accept two resumes of
   * one session at once and lose one of them. Absent where processes cannot be found.
   */
  endSessions?(runId: string): Promise<void>
  /**
   * Ends the processes that commands of a run left in its workspaces, and with `servers` its servers. Called
   * before a run is resumed, without `servers`, and at its end. Returns the processes of the run's commands
   * that still run: a daemon that left the workspace may serve other programs by now. Absent where processes
   * cannot be found.
   */
  endCommands?(runId: string, options: { servers: boolean }): Promise<LeftProcess[]>
}
