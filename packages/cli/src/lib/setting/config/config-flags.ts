import { resolve } from 'node:path'
import type { ConfigPlugins } from './read-plugins.ts'

/** The flags of a run about its config file. */
export interface ConfigFlags {
  /** The file that was named, or `false` for none. */
  config?: string | boolean
  profile?: string
  /** The plugins that the file contains. */
  plugins?: ConfigPlugins
  /** The flags that {@link configFlags} returned for the stored run, in place of the others. */
  again?: readonly string[]
}

/**
 * Lists the flags about the config file that a resumed run needs again: plugins are not stored with a run,
 * and a file that was refused must not supply any.
 */
export const configFlags = ({ config, profile, plugins = {}, again }: ConfigFlags): readonly string[] => {
  if (again !== undefined) return again
  if (config === false) return ['--no-config']
  if (Object.keys(plugins).length === 0) return []
  return [
    ...(typeof config === 'string' ? ['--config', config] : []),
    ...(profile === undefined ? [] : ['--profile', profile]),
  ]
}

/** The same flags with the full path of the file, for commands in other folders. */
export const storedConfigFlags = (flags: ConfigFlags): readonly string[] =>
  configFlags({
    ...flags,
    ...(typeof flags.config === 'string' && { config: resolve(flags.config) }),
  })
