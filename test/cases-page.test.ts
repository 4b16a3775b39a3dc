import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const rows = readFileSync(join(root, 'docs/project/cases.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| kind'))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))

it('names a test that exists, for each kind of case', () => {
  expect(rows.length).toBeGreaterThan(20)
  for (const [kind, , behaviour, test = ''] of rows) {
    expect(behaviour, kind).not.toBe('')
    expect(existsSync(join(root, test.replaceAll('`', ''))), test).toBe(true)
  }
})
