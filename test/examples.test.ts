import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../examples')
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8')
const folders = readdirSync(root).filter((name) => existsSync(join(root, name, 'README.md')))

interface Manifest {
  scripts?: { test?: string }
  dependencies?: Record<string, string>
}

/** The examples that `npm run test:packages` installs and tests. */
const packed = folders.filter((name) => {
  if (!existsSync(join(root, name, 'package.json'))) return false
  return (JSON.parse(read(name, 'package.json')) as Manifest).scripts?.test === 'node --test'
})

it.each(folders)('%s is in the list of examples', (name) => {
  expect(read('README.md')).toContain(`[${name}](${name}/README.md)`)
})

describe.each(packed)('%s', (name) => {
  const sources = readdirSync(join(root, name)).filter((file) => /\.m?js$/.test(file))

  it('has a test', () => {
    expect(sources.filter((file) => file.endsWith('.test.js')).length).toBeGreaterThan(0)
  })

  it('names the packages that it imports, and no others', () => {
    const programs = readdirSync(join(root, name), { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.(?:m?js|ts)$/.test(file) && !file.startsWith('dist'),
    )
    const imports = programs.flatMap((file) =>
      [...read(name, file).matchAll(/(?: from |import\(|resolve\()'((?:@[^/']+\/)?[^/'.]+)[^']*'/g)].map(
        ([, from]) => from!,
      ),
    )
    const packages = new Set(imports.filter((from) => !from.startsWith('node:')))
    const { dependencies = {} } = JSON.parse(read(name, 'package.json')) as Manifest
    expect(Object.keys(dependencies).toSorted()).toEqual([...packages].toSorted())
  })

  it('has at most 60 lines in each file', () => {
    for (const file of sources.filter((one) => !one.endsWith('.test.js')))
      expect([file, read(name, file).trimEnd().split('\n').length <= 60]).toEqual([file, true])
  })
})
