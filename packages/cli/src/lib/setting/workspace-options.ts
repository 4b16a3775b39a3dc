import type { ConfineLevel, Confinement } from '@amelia/core/plugin'
import type { NodeHostOptions } from '@amelia/node'
import { readCommand } from './read-command.ts'

/** Flags that prepare a workspace. They are stored with a run. */
export interface WorkspaceFlags {
  setup?: string[]
  copy?: string[]
  link?: string[]
  confine?: ConfineLevel
  confineWrite?: string[]
  confineHide?: string[]
  confineNetwork?: Confinement['network']
  portBase?: number
  sign?: boolean
}

/** Converts the flags to options of the host. Throws a usage error for a command that cannot be run. */
export const workspaceOptions = ({
  setup,
  copy,
  link,
  confine,
  confineWrite,
  confineHide,
  confineNetwork,
  portBase,
  sign,
}: WorkspaceFlags): NodeHostOptions => ({
  ...(setup && { setup: setup.map((command) => readCommand('setup', command)) }),
  ...(copy && { copy }),
  ...(link && { link }),
  confine: {
    ...(confine && { level: confine }),
    ...(confineWrite && { write: confineWrite }),
    ...(confineHide && { hide: confineHide }),
    ...(confineNetwork && { network: confineNetwork }),
  },
  ...(portBase !== undefined && { portBase }),
  ...(sign && { sign }),
})
