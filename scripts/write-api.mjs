import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildDocument } from '../packages/http/test/openapi-document.ts'
import { createApiReports } from './lib/api-report.ts'

const root = resolve(import.meta.dirname, '..')
const reports = createApiReports(root)

mkdirSync(join(root, 'docs/reference/api'), { recursive: true })
for (const name of readdirSync(join(root, 'docs/reference/api')))
  if (!reports.some(({ file }) => file === `docs/reference/api/${name}`))
    rmSync(join(root, 'docs/reference/api', name))
for (const { door, file, names, text } of reports) {
  writeFileSync(join(root, file), text)
  console.log(`${file}  ${door}, ${names.length} names`)
}

const openApi = 'packages/http/src/openapi.json'
writeFileSync(join(root, openApi), `${JSON.stringify(buildDocument(), null, 2)}\n`)
console.log(openApi)
