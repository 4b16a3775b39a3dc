import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { createSchemas } from '../../../../scripts/lib/json-schemas.ts'

it('the published JSON Schemas are those of the types; `npm run schemas` writes them', () => {
  const root = resolve(import.meta.dirname, '../../../..')
  const schemas = createSchemas(root)
  const names = readdirSync(join(root, 'packages/cli/schemas')).map((name) => `packages/cli/schemas/${name}`)
  expect(names.sort()).toEqual(schemas.map(({ file }) => file).sort())
  for (const { file, text } of schemas) expect(readFileSync(join(root, file), 'utf8'), file).toBe(text)
})
