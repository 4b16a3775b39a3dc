import type { Command } from 'commander'
import { dropContradicted } from './drop-contradicted.ts'
import { isRecord } from '../is-record.ts'

/**
 * Completes the options of a command that continues a run by those stored with the run. A flag and a variable
 * take precedence over them, and they over the config file. Returns the options.
 */
export const applyStored = <Options extends object>(
  command: Command,
  stored: Readonly<Record<string, unknown>>,
): Options => {
  for (const [key, value] of Object.entries(stored))
    if (!['cli', 'env'].includes(command.getOptionValueSource(key) ?? ''))
      command.setOptionValueWithSource(key, value, 'stored')
  const plugins: unknown = command.getOptionValue('plugins')
  if (stored['driver'] !== undefined && isRecord(plugins)) {
    const { driver: _driver, ...others } = plugins
    command.setOptionValueWithSource('plugins', others, 'config')
  }
  dropContradicted(command)
  return command.opts<Options>()
}
