import type { NodeHostOptions } from '@amelia/node'
import { readCommand } from './read-command.ts'

/** What a workspace needs beside the commit's files. It is not stored: who resumes a run says it again. */
export interface WorkspaceFlags {
  setup?: string[]
  copy?: string[]
  link?: string[]
  sign?: boolean
}

/** The flags as the host takes them. Throws a usage error for a command that cannot be. */
export const workspaceOptions = ({ setup, copy, link, sign }: WorkspaceFlags): NodeHostOptions => ({
  ...(setup && { setup: setup.map((command) => readCommand('setup', command)) }),
  ...(copy && { copy }),
  ...(link && { link }),
  ...(sign && { sign }),
})
