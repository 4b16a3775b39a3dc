import type { Command } from 'commander'
import { nearestName } from '@amelia/core/view'
import { usageError } from '../../terminal/usage-error.ts'
import { type ConfigKey, kindOf, settingsOf } from '../flag/flag-groups.ts'
import { optionOf, readOption } from './read-option.ts'
import { readVariable } from './read-variable.ts'

/** The setting that has no flag, and the name of its value. */
const allowed = { key: 'secrets.allow', option: 'allowSecrets' } as const

/**
 * Sets the settings of `--set NAME=VALUE`, as their flags would. `--set` is repeated for another setting, and
 * for one with several values.
 *
 * Throws a usage error for an unknown name, for a wrong value, and for a setting whose flag is also given.
 */
export const applySet = (command: Command): void => {
  const given = command.getOptionValue('set') as string[] | undefined
  const values = new Map<string, string[]>()
  for (const text of given ?? []) {
    const at = text.indexOf('=')
    if (at < 1)
      throw usageError(`--set ${text} is not NAME=VALUE.`, 'Write --set concurrency=2, for example.')
    const name = text.slice(0, at)
    values.set(name, [...(values.get(name) ?? []), text.slice(at + 1)])
  }
  for (const [name, texts] of values) setOne(command, name, texts)
}

const setOne = (command: Command, name: string, texts: readonly string[]): void => {
  if (name === allowed.key && command.name() === 'run')
    return void command.setOptionValueWithSource(allowed.option, texts, 'cli')
  const known: readonly string[] = settingsOf(command.name())
  const option = known.includes(name) ? optionOf(command, name) : undefined
  const place = `--set ${name}=${texts.join(', ')}`
  if (!option) {
    const near = nearestName(name, [...known, allowed.key])
    throw usageError(
      `${place}: amelia ${command.name()} has no setting "${name}".${near === undefined ? '' : ` Did you mean ${near}?`}`,
      'To list the settings: amelia run --print-config',
    )
  }
  const { long } = option
  if (command.getOptionValueSource(name) === 'cli')
    throw usageError(`${place} and ${long ?? name} set the same. Leave one of them out.`)
  const kind = kindOf(name as ConfigKey)
  const isRepeatable = kind === 'list' || kind === 'record'
  if (texts.length > 1 && !isRepeatable)
    throw usageError(`${place}: ${name} has one value; got ${texts.length}. Leave out the others.`)
  const value = isRepeatable ? texts : readVariable(texts[0] ?? '', option, { kind, name: `--set ${name}` })
  command.setOptionValueWithSource(name, readOption(option, value, place), 'cli')
}
