import type { SettingsJson } from '../../setting/config/print-settings.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'

/** Executes another command line of this program and returns its exit code. Prints errors; never throws. */
export type Execute = (terminal: Terminal, argv: string[]) => Promise<number>

/**
 * Checks the flags of `amelia run` that a server starts runs with, as `--print-config` does: with the
 * environment and the config file. Returns the settings, or undefined after printing an error.
 */
export const checkRunFlags = async (
  execute: Execute,
  terminal: Terminal,
  repo: string,
  flags: readonly string[],
): Promise<SettingsJson['settings'] | undefined> => {
  let printed = ''
  const quiet = Object.create(terminal, {
    out: { value: (text: string) => void (printed += text) },
  }) as Terminal
  // An error does not mention the plan, which is chosen later.
  const argv = ['run', 'PLAN', '--repo', repo, ...flags, '--print-config', '--json']
  if ((await execute(quiet, argv)) !== 0) return undefined
  // With --help, for example, the settings are not printed.
  if (!printed.startsWith('{'))
    throw usageError(`Flags of amelia run are expected after --; got ${flags.join(' ')}.`)
  return (JSON.parse(printed) as SettingsJson).settings
}
