/** The tools of a session. One that may only read has the first three; `run` needs a host with commands. */
export const toolNames = ['read', 'list', 'search', 'write', 'edit', 'delete', 'run'] as const
Object.freeze(toolNames)

/** The name of a session tool. */
export type ToolName = (typeof toolNames)[number]

/** A tool in the form that tool calling of an API takes. */
export interface ToolDefinition {
  /** The name by which the model calls the tool. */
  name: ToolName
  /** The effect and the limits of the tool, written for the model. */
  description: string
  /** A JSON Schema of an object without other properties. */
  inputSchema: Record<string, unknown>
}

/**
 * The reason why a call had no result.
 *
 * - `tool_unknown`: the session has no tool of this name
 * - `input_invalid`: the input does not follow the schema, or contradicts itself
 * - `path_denied`: the path leaves the workspace, also through a symbolic link, or names git's own files
 * - `not_found`: no file or folder has this path
 * - `wrong_kind`: a folder in place of a file, or the reverse
 * - `not_text`: the file is binary, or is not UTF-8
 * - `too_large`: the file or the text exceeds 2,000,000 bytes
 * - `no_match`: the text to replace does not occur in the file
 * - `ambiguous`: the text to replace occurs several times
 * - `not_started`: the program was not found, or could not be started
 * - `failed`: any other error of the file system or the command runner
 */
export type ToolProblem =
  | 'tool_unknown'
  | 'input_invalid'
  | 'path_denied'
  | 'not_found'
  | 'wrong_kind'
  | 'not_text'
  | 'too_large'
  | 'no_match'
  | 'ambiguous'
  | 'not_started'
  | 'failed'

/** The result of one tool call. */
export interface ToolResult {
  /** The result, or a sentence on the problem and what to do next. Plain text, for the model. */
  text: string
  /** Set if the call had no result. Then it changed nothing, unless the problem is `failed`. */
  problem?: ToolProblem
}

/** Options of one tool call. */
export interface ToolCallOptions {
  /** Stops the call, in addition to the session's own signal. */
  signal?: AbortSignal
  /** The longest text of a result, in characters. From 1,000. Default: 30,000. */
  maxCharacters?: number
  /** The longest time of a command, in milliseconds on the host's clock. Default: 600,000 (10 min). */
  commandTimeoutMs?: number
}

/**
 * The tools of one session, for drivers that run the agent's loop themselves. They work on the files of the
 * session's workspace, and with the host's command runner.
 *
 * Paths are relative to the workspace's root; a leading `/` is the root. Each path is checked before the file
 * system checks it again, symbolic links included. A session that was abandoned loses its tools.
 */
export interface SessionTools {
  /** The tools that the session may use, reading tools first. */
  readonly definitions: readonly ToolDefinition[]
  /**
   * Runs one call of the model: `input` is the object that it sent, or its JSON text. Null stands for a field
   * that was left out, and digits for an integer.
   *
   * Resolves with a result for every mistake of the model and every error of a tool. Rejects only if a signal
   * aborts before there is a result, with the signal's reason. A command is then ended, and has a result.
   */
  call(name: string, input: unknown, options?: ToolCallOptions): Promise<ToolResult>
}
