import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from './result.ts'

/** Reads all results of a benchmark in a folder, oldest first. */
export const readResults = (folder: string, benchmark: string): Result[] => {
  let names: string[]
  try {
    names = readdirSync(join(folder, benchmark)).sort()
  } catch {
    return []
  }
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, benchmark, name), 'utf8')) as Result)
}
