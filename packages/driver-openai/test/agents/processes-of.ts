import { readdirSync, readFileSync } from 'node:fs'

/** Processes whose environment holds a text, by id, with their command lines. Dead ones that nobody collected are none. */
export const processesOf = (text: string): Map<number, string> => {
  const found = new Map<number, string>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      if (!readFileSync(`/proc/${name}/environ`, 'latin1').includes(text)) continue
      found.set(Number(name), readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ').trim())
    } catch {
      // It ended meanwhile.
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
