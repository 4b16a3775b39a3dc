import type { Host, Report } from '@amelia/core'
import { words } from '@amelia/core/view'
import { confirmUnconfined } from '../question/confirm-unconfined.ts'
import { workspaceOptions } from '../setting/workspace-options.ts'
import { printNote } from '../terminal/print-note.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { usageError } from '../terminal/usage-error.ts'
import { openHost } from './open-host.ts'
import { howToResume, type RunFlags } from './next-steps.ts'

/**
 * Opens the host of a run that starts processes, and warns where the level `auto` cannot confine them.
 *
 * At a terminal, a person decides where the level `files`, or a run that was confined, cannot be: undefined
 * if the run stops. Throws a usage error for such a run where nobody can be asked; the engine refuses others.
 */
export const openConfined = async <Options extends RunFlags>(
  terminal: Terminal,
  options: Options,
  { attended, resumed }: { attended: boolean; resumed?: Pick<Report, 'runId' | 'confinement'> },
): Promise<{ host: Host; options: Options } | undefined> => {
  const open = (chosen: Options): Promise<Host> => openHost(chosen, { ...workspaceOptions(chosen), terminal })
  const host = await open(options)
  const { level = 'off', on = true, detail = '', remedy = '' } = host.confinement ?? {}
  if (on || level === 'off' || level === 'required') return { host, options }
  const isLost = resumed?.confinement?.on === true
  if (level === 'auto' && !isLost) {
    printNote(terminal, `warning: ${words.plainLabel(`Processes are not confined: ${detail}. ${remedy}`)}\n`)
    return { host, options }
  }
  const run = isLost ? `Run ${resumed.runId} was confined` : 'The run is to be confined'
  const reason = words.plainLabel(`${run}, and this machine cannot confine processes: ${detail}. ${remedy}`)
  if (!attended) {
    if (!isLost) return { host, options }
    const again = `${howToResume(resumed.runId, options)} --confine off`
    throw usageError(reason, `To resume without confinement:\n  ${again}`)
  }
  if (!(await confirmUnconfined(terminal, reason))) {
    terminal.error('Nothing was started.\n')
    return undefined
  }
  const off: Options = { ...options, confine: 'off' }
  return { host: await open(off), options: off }
}
