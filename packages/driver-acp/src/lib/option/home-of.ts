import { homedir } from 'node:os'

/** The home folder of an agent's processes. */
export const homeOf = (environment: Readonly<Record<string, string | undefined>>): string =>
  environment['HOME'] || homedir()
