import type { NodeHostOptions } from '@amelia/node'
import { readCommand } from './read-command.ts'

/** Flags that prepare a workspace. They are stored with a run. */
export interface WorkspaceFlags {
  setup?: string[]
  copy?: string[]
  link?: string[]
  portBase?: number
  sign?: boolean
}

/** Converts the flags to options of the host. Throws a usage error for a command that cannot be run. */
export const workspaceOptions = ({ setup, copy, link, portBase, sign }: WorkspaceFlags): NodeHostOptions => ({
  ...(setup && { setup: setup.map((command) => readCommand('setup', command)) }),
  ...(copy && { copy }),
  ...(link && { link }),
  ...(portBase !== undefined && { portBase }),
  ...(sign && { sign }),
})
