import type { Option } from 'commander'
import { usageError } from '../../terminal/usage-error.ts'
import type { ConfigKind } from '../flag/config-kind.ts'

const switches: Readonly<Record<string, boolean>> = {
  ...{ '1': true, true: true, yes: true, on: true },
  ...{ '0': false, false: false, no: false, off: false },
}

/**
 * Reads an environment variable as the value of an option: a switch, or its texts. A repeatable
 * option has one text per line.
 */
export const readVariable = (
  text: string,
  option: Option,
  { kind, name }: { kind: ConfigKind | undefined; name: string },
): boolean | readonly string[] => {
  if (!option.isBoolean() && !option.negate)
    return kind === 'list' || kind === 'record'
      ? text
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== '')
      : [text]
  const value = switches[text.toLowerCase()]
  if (value !== undefined) return value
  throw usageError(`${name}=${text} is not a switch.`, 'Set it to 1 (on) or 0 (off), or leave it out.')
}
