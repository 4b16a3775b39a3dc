import type { CommandRequest, CommandResult } from '../../contract/command-runner.ts'
import type { Clock } from '../../contract/clock.ts'
import type { SessionRequest } from '../../contract/driver.ts'
import type { SessionTools, ToolResult } from '../../contract/tool/session-tools.ts'
import type { Workspace } from '../../contract/workspace.ts'
import { redactSecrets } from '../../text/secret/match-secrets.ts'
import { boundText } from './bound-text.ts'
import type { Tool } from './define-tool.ts'
import { deleteFileTool } from './file/delete-file-tool.ts'
import { editFileTool } from './file/edit-file-tool.ts'
import { listFilesTool } from './file/list-files-tool.ts'
import { readFileTool } from './file/read-file-tool.ts'
import { readToolError, toolError } from './tool-error.ts'
import { runCommandTool } from './run-command-tool.ts'
import { searchFilesTool } from './file/search-files-tool.ts'
import { writeFileTool } from './file/write-file-tool.ts'

const reading = [readFileTool, listFilesTool, searchFilesTool]
const writing = [writeFileTool, editFileTool, deleteFileTool]

const tenMinutes = 600_000
const defaultCharacters = 30_000
const leastCharacters = 1_000
const longestProblem = 2_000

export interface SessionToolsOptions {
  workspace: Workspace
  access: SessionRequest['access']
  /** Stops every call. */
  signal: AbortSignal
  clock: Clock
  /** Absent: the session has no tool `run`. */
  command?: ((request: CommandRequest) => Promise<CommandResult>) | undefined
  /** Delays a command until it may start. Default: it starts at once. */
  queue?: <Result>(run: () => Promise<Result>) => Promise<Result>
  /** Further secrets to redact in the output of commands, in addition to those with a known shape. */
  secrets?: readonly string[] | undefined
  /** The session's marker, which its commands carry in `AMELIA_SESSION`. */
  marker?: string | undefined
}

/**
 * Creates the tools of a session. A session that may only read gets no tool that can write; a command can do
 * anything.
 */
export const createSessionTools = (options: SessionToolsOptions): SessionTools => {
  const { workspace, access, command } = options
  const redact = (text: string): string => redactSecrets(text, options.secrets)
  const offered =
    access === 'write' ? [...reading, ...writing, ...(command ? [runCommandTool] : [])] : reading
  const tools = new Map<string, Tool>(offered.map((tool) => [tool.definition.name, tool]))
  return {
    definitions: offered.map(({ definition }) => definition),
    async call(name, input, { signal: own, maxCharacters = defaultCharacters, commandTimeoutMs } = {}) {
      const signal = own ? AbortSignal.any([options.signal, own]) : options.signal
      signal.throwIfAborted()
      try {
        const text = await findTool(tools, name).use(input, {
          workspace,
          signal,
          maxCharacters: Math.max(leastCharacters, maxCharacters),
          redact,
          run: (request) =>
            runCommand(options, request, { signal, timeoutMs: commandTimeoutMs ?? tenMinutes }),
        })
        return { text }
      } catch (error) {
        signal.throwIfAborted()
        return describeProblem(error, redact)
      }
    },
  }
}

const describeProblem = (error: unknown, redact: (text: string) => string): ToolResult => {
  const { problem, text: said } = readToolError(error)
  const text = redact(said)
  return { text: problem === 'not_started' ? text : boundText(text, longestProblem), problem }
}

const findTool = (tools: ReadonlyMap<string, Tool>, name: string): Tool => {
  const tool = tools.get(name)
  if (tool) return tool
  const message = `Unknown tool ${JSON.stringify(String(name).slice(0, 80))}. Available tools: ${[...tools.keys()].join(', ')}.`
  throw toolError('tool_unknown', message)
}

type Command = Pick<CommandRequest, 'argv' | 'cwd'>
interface Limits {
  signal: AbortSignal
  timeoutMs: number
}

/** Runs a command when it may start. Rejects if the signal aborts before. */
const runCommand = (
  options: SessionToolsOptions,
  request: Command,
  limits: Limits,
): Promise<CommandResult> => {
  const { queue = (run) => run() } = options
  const { signal } = limits
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error)
    signal.addEventListener('abort', stop, { once: true })
    queue(async () => {
      signal.removeEventListener('abort', stop)
      signal.throwIfAborted()
      return runNow(options, request, limits)
    }).then(resolve, reject)
  })
}

/** Runs a command, and ends it at its time limit. The runner ends its processes before it returns. */
const runNow = async (
  { workspace, clock, command, marker }: SessionToolsOptions,
  request: Command,
  { signal, timeoutMs }: Limits,
): Promise<CommandResult> => {
  if (!command) throw toolError('tool_unknown', 'This session cannot run commands.')
  const late = new AbortController()
  const over = new AbortController()
  clock.wait(timeoutMs, over.signal, 'limit').then(
    () => late.abort(),
    () => {},
  )
  try {
    return await command({
      ...request,
      workspace,
      ...(marker !== undefined && { env: { AMELIA_SESSION: marker } }),
      signal: AbortSignal.any([signal, late.signal]),
    })
  } finally {
    over.abort('over')
  }
}
