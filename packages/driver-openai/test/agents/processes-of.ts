import { readdirSync, readFileSync } from 'node:fs'

/** Returns processes whose environment contains a text, by id, with their command lines, except zombies. */
export const processesOf = (text: string): Map<number, string> => {
  const found = new Map<number, string>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      if (!readFileSync(`/proc/${name}/environ`, 'latin1').includes(text)) continue
      found.set(Number(name), readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ').trim())
    } catch {
      // The process has ended since the listing.
    }
  }
  return found
}

export const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'))
  } catch {
    return false
  }
}
