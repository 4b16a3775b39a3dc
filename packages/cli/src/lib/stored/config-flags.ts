import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ConfigPlugins } from '../setting/config/read-plugins.ts'
import { isRecord } from '../setting/is-record.ts'
import { storedFile } from './stored-file.ts'

/** The flags of a run about its config file. */
export interface ConfigFlags {
  /** The file that was named, or `false` for none. */
  config?: string | boolean
  profile?: string
  /** The plugins that the file contains. */
  plugins?: ConfigPlugins
}

/**
 * Lists the flags about the config file that a resumed run needs again: plugins are not stored with a run,
 * and a file that was refused must not supply any.
 */
export const configFlags = ({ config, profile, plugins = {} }: ConfigFlags): string[] => {
  if (config === false) return ['--no-config']
  if (Object.keys(plugins).length === 0) return []
  return [
    ...(typeof config === 'string' ? ['--config', config] : []),
    ...(profile === undefined ? [] : ['--profile', profile]),
  ]
}

/** The same flags with the full path of the file, for commands in other folders. */
export const storedConfigFlags = (flags: ConfigFlags): string[] =>
  configFlags({
    ...flags,
    ...(typeof flags.config === 'string' && { config: resolve(flags.config) }),
  })

/** Reads the flags about the config file that are stored with a run; none if another program started it. */
export const readConfigFlags = async (repo: string, runId: string): Promise<{ again: string[] }> => {
  try {
    const stored: unknown = JSON.parse(await readFile(await storedFile(repo, runId), 'utf8'))
    const again: unknown = isRecord(stored) ? stored['again'] : []
    return { again: Array.isArray(again) ? again.map(String) : [] }
  } catch {
    return { again: [] }
  }
}
