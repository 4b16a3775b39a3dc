import { basename } from 'node:path'
import { usageError } from '../../terminal/usage-error.ts'
import type { ConfigKind } from '../flag/config-kind.ts'
import { pluginKeys } from './plugin-keys.ts'
import { isRecord } from '../is-record.ts'
import type { LoadedConfig } from './load-config.ts'

const expected: Record<ConfigKind, string> = {
  text: 'a string',
  number: 'a number',
  switch: 'true or false',
  list: 'a string or a list of strings',
  record: 'an object of strings, such as { team: "payments" }',
  duration: 'a string such as "10m"',
}

/**
 * Checks a value of a config file and returns what would be typed for it: a switch, or its texts. A plugin is
 * undefined.
 *
 * Throws a usage error that names the file and the setting for a value of another type.
 */
export const readConfigValue = (
  { file, profile }: Pick<LoadedConfig, 'file' | 'profile'>,
  key: string,
  { kind, value }: { kind: ConfigKind | undefined; value: unknown },
): boolean | readonly string[] | undefined => {
  if (kind === undefined) return undefined
  const read = convert(kind, value)
  if (read !== undefined) return read
  if (isPlugin(key, value)) return undefined
  const inside = profile === undefined ? '' : ` (profile ${profile})`
  throw usageError(
    `${basename(file)}${inside}: ${key} must be ${expected[kind]}; got ${describe(value)}.`,
    `Correct ${key} in ${file}.`,
  )
}

const isPlugin = (key: string, value: unknown): boolean =>
  pluginKeys.some((name) => name === key) &&
  (typeof value === 'function' ||
    isRecord(value) ||
    (Array.isArray(value) && value.length > 0 && value.every(isRecord)))

const convert = (kind: ConfigKind, value: unknown): boolean | readonly string[] | undefined => {
  switch (kind) {
    case 'switch':
      return typeof value === 'boolean' ? value : undefined
    case 'number':
      return typeof value === 'number' ? [String(value)] : undefined
    case 'text':
    case 'duration':
      return typeof value === 'string' ? [value] : undefined
    case 'list': {
      const list: unknown[] = Array.isArray(value) ? value : [value]
      return list.every((item) => typeof item === 'string') ? list : undefined
    }
    case 'record':
      return isRecord(value) && Object.values(value).every((item) => typeof item === 'string')
        ? Object.entries(value).map(([name, item]) => `${name}=${String(item)}`)
        : undefined
  }
}

const describe = (value: unknown): string => {
  if (value === null) return 'null'
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`
}
