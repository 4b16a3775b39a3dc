import { homedir } from 'node:os'
import { join } from 'node:path'

/** Returns the folder for files of Amelia that can be made again, below the user's cache folder. */
export const userCache = (environment: Readonly<Record<string, string | undefined>> = process.env): string =>
  join(environment['XDG_CACHE_HOME'] || join(environment['HOME'] || homedir(), '.cache'), 'amelia')
