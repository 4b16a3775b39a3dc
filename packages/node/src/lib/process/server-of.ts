import { type CommandMark, findCommands, identifyProcess, type ProcessIdentity } from '@amelia/agent-process'

/** The name of the server that a process belongs to. */
export const serverOf = (marks: readonly CommandMark[]): string | undefined =>
  marks.find(({ server }) => server !== undefined)?.server

/** Whether the working directory of a server is inside a folder. */
export const hasServer = (folder: string): boolean => findServers(folder).length > 0

/** Lists the processes of servers whose working directory is inside a folder. */
export const findServers = (folder: string): ProcessIdentity[] =>
  findCommands(folder)
    .filter(({ marks }) => serverOf(marks) !== undefined)
    .map(({ pid }) => identifyProcess(pid))
