import { type Command, InvalidArgumentError, type Option } from 'commander'
import { usageError } from '../../terminal/usage-error.ts'

/** The option with this name; of `--x` and `--no-x` the first. */
export const optionOf = (command: Command, key: string): Option | undefined =>
  command.options.find((option) => option.attributeName() === key)

/** Passes texts through the reader of an option, as if they had been typed. */
export const readOption = (option: Option, value: boolean | readonly string[], place: string): unknown => {
  if (typeof value === 'boolean') return value
  const { parseArg } = option
  try {
    return parseArg ? value.reduce<unknown>((before, text) => parseArg(text, before), undefined) : value[0]
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    throw usageError(`${place}: ${error.message}`)
  }
}
