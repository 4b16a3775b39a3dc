import { readdirSync } from 'node:fs'

/** Lists the ids of all processes in `/proc`; empty on systems without it. */
export const listProcesses = (): number[] => {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}
