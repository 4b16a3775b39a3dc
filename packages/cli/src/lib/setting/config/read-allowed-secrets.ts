import { basename } from 'node:path'
import { usageError } from '../../terminal/usage-error.ts'
import { isRecord } from '../is-record.ts'
import type { LoadedConfig } from './load-config.ts'

/**
 * Returns the list `secrets.allow` of a config file. A run checks its entries.
 *
 * Throws a usage error for a value of another type.
 */
export const readAllowedSecrets = ({
  file,
  values,
}: Pick<LoadedConfig, 'file' | 'values'>): string[] | undefined => {
  const secrets = values.get('secrets')
  if (secrets === undefined) return undefined
  const { allow, ...others } = isRecord(secrets) ? secrets : { allow: null }
  const list: unknown[] = Array.isArray(allow) ? allow : [allow]
  if (list.every((entry) => typeof entry === 'string') && Object.keys(others).length === 0) return list
  throw usageError(
    `${basename(file)}: secrets must be an object with the list \`allow\` of paths and fingerprints.`,
    `Write secrets: { allow: ["test/fixtures/**"] } in ${file}.`,
  )
}
