import { type CommandMark, findCommands } from '@amelia/agent-process'

/** The name of the server that a process belongs to. */
export const serverOf = (marks: readonly CommandMark[]): string | undefined =>
  marks.find(({ server }) => server !== undefined)?.server

/** Whether the working directory of a server is inside a folder. */
export const hasServer = (folder: string): boolean =>
  findCommands(folder).some(({ marks }) => serverOf(marks) !== undefined)
