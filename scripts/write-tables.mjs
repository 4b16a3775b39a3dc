import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { renderTables } from './lib/site/render-tables.ts'

/** Writes the pages of `docs/` that are made from the types of the packages. */
const root = resolve(import.meta.dirname, '..')
for (const [file, text] of renderTables(root)) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
  console.log(file)
}
