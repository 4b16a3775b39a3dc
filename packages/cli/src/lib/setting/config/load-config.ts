import { existsSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { usageError } from '../../terminal/usage-error.ts'
import { defineConfig } from './define-config.ts'
import { isRecord } from '../is-record.ts'
import { readProfile } from './read-profile.ts'

/** The settings of a config file. */
export interface LoadedConfig {
  /** The path of the file. */
  file: string
  profile?: string
  /** The settings as written, those of the profile in place of those outside it. */
  values: ReadonlyMap<string, unknown>
}

/**
 * Loads a config file, which executes it unless it is JSON, and applies a profile.
 *
 * Throws a usage error if the file does not exist or cannot be loaded, for an unknown profile and for unknown
 * settings.
 */
export const loadConfig = async (path: string, profile?: string): Promise<LoadedConfig> => {
  const file = resolve(path)
  if (!existsSync(file)) throw usageError(`Config file not found: ${path}.`, 'Check the path after --config.')
  const content = await execute(file)
  if (!isRecord(content))
    throw usageError(
      `${path} does not contain settings.`,
      'Export an object: export default { test: "auto" }.',
    )
  const values = readProfile(content, { file: basename(file), profile })
  return { file, ...(profile !== undefined && { profile }), values }
}

const execute = async (file: string): Promise<unknown> => {
  const { loadConfig: load } = await import('c12')
  try {
    const { config } = await load<Record<string, unknown>>({
      cwd: dirname(file),
      name: 'amelia',
      configFile: basename(file),
      // The file is the only source.
      rcFile: false,
      packageJson: false,
      envName: false,
      giget: false,
      extend: false,
      merger: (...sources) => sources.find((source) => source != null) ?? {},
      // A config can import defineConfig in a project without this package.
      jitiOptions: { virtualModules: { '@amelia/cli': { defineConfig } } },
    })
    return config
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const stack = error instanceof Error ? (error.stack ?? '') : ''
    const [line] = stack.split(`${file}:`).slice(1, 2)
    const place = line === undefined ? '' : ` (line ${Number.parseInt(line, 10)})`
    throw usageError(
      `${basename(file)} cannot be loaded: ${message.trim()}${place}`,
      `Correct ${file}, or leave it out: --no-config.`,
    )
  }
}
