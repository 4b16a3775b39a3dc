import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createSchemas } from './lib/json-schemas.ts'

const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'packages/cli/schemas')
const schemas = createSchemas(root)

mkdirSync(folder, { recursive: true })
for (const name of readdirSync(folder))
  if (!schemas.some(({ file }) => file.endsWith(`/${name}`))) rmSync(join(folder, name))
for (const { file, text } of schemas) {
  writeFileSync(join(root, file), text)
  console.log(file)
}
