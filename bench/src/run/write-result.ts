import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from './result.ts'

/** Writes a result as one JSON file with a row per line. Returns its path. */
export const writeResult = (folder: string, result: Result): string => {
  const at = join(folder, result.benchmark)
  mkdirSync(at, { recursive: true })
  const path = join(at, `${result.at.slice(0, 19).replaceAll(':', '')}Z.json`)
  const rows = result.rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')
  const rest = JSON.stringify({ ...result, rows: [] }, null, 2)
  writeFileSync(path, `${rest.replace('"rows": []', `"rows": [\n${rows}\n  ]`)}\n`)
  return path
}
