import type { SessionRequest } from '@amelia/core/plugin'
import type { AgentTool } from './agent-tool.ts'
import { deleteFileTool } from './file/delete-file-tool.ts'
import { editFileTool } from './file/edit-file-tool.ts'
import { listFilesTool } from './file/list-files-tool.ts'
import { readFileTool } from './file/read-file-tool.ts'
import { runCommandTool } from './run-command-tool.ts'
import { searchFilesTool } from './file/search-files-tool.ts'
import { writeFileTool } from './file/write-file-tool.ts'

const reading = [readFileTool, listFilesTool, searchFilesTool]
const writing = [writeFileTool, editFileTool, deleteFileTool]

/**
 * Selects the tools of a session. Read-only sessions get no tool that can write; a command can do anything.
 */
export const sessionTools = (
  access: SessionRequest['access'],
  hasCommands: boolean,
): ReadonlyMap<string, AgentTool> => {
  const tools =
    access === 'write' ? [...reading, ...writing, ...(hasCommands ? [runCommandTool] : [])] : reading
  return new Map(tools.map((tool) => [tool.name, tool]))
}
