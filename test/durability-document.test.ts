import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { titleIn, titlesNamed } from './fixtures/named-tests.ts'

const root = resolve(import.meta.dirname, '..')
const rows = readFileSync(join(root, 'docs/project/durability.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| guarantee |'))

it('names existing tests for each guarantee', () => {
  expect(rows.length).toBeGreaterThan(10)
  for (const row of rows) expect(titlesNamed(row), row).not.toEqual([])
  const missing = rows.flatMap(titlesNamed).filter(({ file, title }) => titleIn(file, title) === undefined)
  expect(missing).toEqual([])
})

/** Returns the lines of all test files below a folder. */
const titles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(({ name, parentPath }) => name.endsWith('.test.ts') && !parentPath.includes('node_modules'))
    .flatMap(({ name, parentPath }) => readFileSync(join(parentPath, name), 'utf8').split('\n'))

it('every fault of git, files, processes, state and people is named by a test', () => {
  const text = [...titles(join(root, 'packages')), ...titles(join(root, 'test'))].filter((line) =>
    /\bfaults? \d/.test(line),
  )
  const named = new Set(text.flatMap((line) => line.match(/\d+/g) ?? []).map(Number))
  const wanted = Array.from({ length: 27 }, (_, index) => 44 + index)
  expect(wanted.filter((fault) => !named.has(fault))).toEqual([])
})
