import type { SessionRequest } from '@amelia/core/plugin'
import type { AgentTool } from './agent-tool.ts'
import { deleteFileTool } from './delete-file-tool.ts'
import { editFileTool } from './edit-file-tool.ts'
import { listFilesTool } from './list-files-tool.ts'
import { readFileTool } from './read-file-tool.ts'
import { runCommandTool } from './run-command-tool.ts'
import { searchFilesTool } from './search-files-tool.ts'
import { writeFileTool } from './write-file-tool.ts'

const reading = [readFileTool, listFilesTool, searchFilesTool]
const writing = [writeFileTool, editFileTool, deleteFileTool]

/** The tools of a session: who may only read gets no other, and a command may do anything. */
export const sessionTools = (
  access: SessionRequest['access'],
  hasCommands: boolean,
): ReadonlyMap<string, AgentTool> => {
  const tools =
    access === 'write' ? [...reading, ...writing, ...(hasCommands ? [runCommandTool] : [])] : reading
  return new Map(tools.map((tool) => [tool.name, tool]))
}
