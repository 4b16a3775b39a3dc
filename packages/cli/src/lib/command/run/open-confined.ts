import type { Host } from '@amelia/core'
import { confirmUnconfined } from '../../question/confirm-unconfined.ts'
import { workspaceOptions } from '../../setting/workspace-options.ts'
import { openHost } from '../../stored/open-host.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import type { RunCommandOptions } from './run-command-options.ts'

/**
 * Opens the host of a new run. A person decides whether a run of the level `files` goes on where the machine
 * cannot confine its processes: undefined if it does not.
 */
export const openConfined = async (
  terminal: Terminal,
  options: RunCommandOptions,
): Promise<{ host: Host; options: RunCommandOptions } | undefined> => {
  const host = await openHost(options, { ...workspaceOptions(options), terminal })
  const attended = terminal.attended && options.json !== true
  const confirmed = await confirmUnconfined(terminal, host, { attended })
  if (confirmed === undefined) return { host, options }
  if (!confirmed) {
    terminal.error('Nothing was started.\n')
    return undefined
  }
  const off: RunCommandOptions = { ...options, confine: 'off' }
  return { host: await openHost(off, { ...workspaceOptions(off), terminal }), options: off }
}
