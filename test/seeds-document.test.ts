import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { titlesNamed, titleIn } from './fixtures/named-tests.ts'

const root = resolve(import.meta.dirname, '..')
const tests = 'packages/core/test/seeds'
const page = readFileSync(join(root, 'docs/seeds.md'), 'utf8')

interface Row {
  seed: string
  section: string
  implementation: string
  code: string
  shown: string
}

const rows: Row[] = page.split(/^## /m).flatMap((part) => {
  const [seed = '', ...lines] = part.split('\n')
  const cells = lines.filter((line) => line.startsWith('| ')).map((line) => line.slice(1, -1).split('|'))
  const [, ...ofSections] = cells
    .filter((row) => row.length === 4)
    .map((row) => row.map((cell) => cell.trim()))
  return ofSections.map(([section = '', implementation = '', code = '', shown = '']) => ({
    seed,
    section,
    implementation,
    code,
    shown,
  }))
})

const paths = (cell: string): string[] => [...cell.matchAll(/`([^`]+\.ts)`/g)].map(([, path]) => path!)

/** Resolves a path of the page from the root of the repository. */
const fromRoot = (path: string, folder: string): string =>
  path.startsWith('packages/') || path.startsWith('test/') ? path : `${folder}/${path}`

/** Lists the tests that a cell names: the file, and the beginnings of titles. */
const namedTests = (cell: string): { file: string; title: string }[] =>
  titlesNamed(cell).map(({ file, title }) => ({ file: fromRoot(file, tests), title }))

const suffix = /^(.+) \(seed ([a-z-]+), (.+)\)$/

describe('docs/seeds.md', () => {
  it('has a table for each seed, with every section once', () => {
    const sections = new Map<string, string[]>()
    for (const { seed, section } of rows) sections.set(seed, [...(sections.get(seed) ?? []), section])
    // The seeds are not part of the repository, so the numbers are fixed here.
    expect([...sections].map(([seed, names]) => [seed, new Set(names).size, names.length])).toEqual([
      ['phased-execution', 39, 39],
      ['phased-execution-draft', 18, 18],
      ['task-based-execution', 13, 13],
      ['phase-execution-reference', 28, 28],
      ['intelligent-execution', 43, 43],
    ])
  })

  it('names a test for every section, unless there is nothing to test', () => {
    for (const { seed, section, implementation, code, shown } of rows) {
      const where = `${seed}, ${section}`
      if (/^(?:see below|not planned|none there)/.test(implementation))
        expect([code, shown], where).toEqual(['', ''])
      else expect(namedTests(shown), where).not.toEqual([])
    }
  })

  it('names existing source files, each by a unique name', () => {
    const sources = readdirSync(join(root, 'packages/core/src/lib'), { recursive: true, encoding: 'utf8' })
    const count = new Map<string, number>()
    for (const path of sources) count.set(basename(path), (count.get(basename(path)) ?? 0) + 1)
    const named = new Set(rows.flatMap(({ code }) => paths(code)))
    expect(named.size).toBeGreaterThan(50)
    const isFound = (path: string): boolean =>
      path.includes('/') ? existsSync(join(root, path)) : count.get(path) === 1
    expect([...named].filter((path) => !isFound(path))).toEqual([])
  })

  it('names existing test files', () => {
    const named = rows.flatMap(({ shown }) => paths(shown).map((path) => fromRoot(path, tests)))
    expect(named.length).toBeGreaterThan(100)
    expect([...new Set(named)].filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('names only tests that exist', () => {
    const named = rows.flatMap(({ shown }) => namedTests(shown))
    expect(named.length).toBeGreaterThan(120)
    const missing = named.filter(({ file, title }) => titleIn(file, title) === undefined)
    expect(missing).toEqual([])
    const quoted = rows.flatMap(({ shown }) => [...shown.matchAll(/"[^"]+"/g)])
    expect(named, 'every title follows its file').toHaveLength(quoted.length)
  })

  it('lists every scenario, and every seed and section that a scenario names', () => {
    const known = new Set(rows.map(({ seed, section }) => `${seed}, ${section}`))
    const shown = new Set(
      rows.flatMap((row) => namedTests(row.shown)).map(({ file, title }) => titleIn(file, title)),
    )
    const files = readdirSync(join(root, tests)).filter((file) => file.endsWith('.test.ts'))
    expect(files.length).toBeGreaterThanOrEqual(5)
    for (const file of files) {
      const text = readFileSync(join(root, tests, file), 'utf8')
      const titles = [
        ...text.matchAll(/(?:^ {2}it\(|^ {2}\]\)\(|^ {4}')\s*'?([^'\n]+ \(seed [^'\n]+\))',/gm),
      ].map(([, title]) => title!)
      expect(titles.length, file).toBe([...text.matchAll(/^ {2}it(?:\.each)?\(/gm)].length)
      for (const title of titles) {
        const [, , seed, section] = suffix.exec(title) ?? []
        const row = `${seed}, ${section}`
        const isKnown = known.has(row) || [...known].some((each) => each.startsWith(`${row} (`))
        expect(isKnown, `${file}: ${title}`).toBe(true)
        expect([...shown], `${file} has a scenario that the page does not list`).toContain(title)
      }
    }
  })
})
